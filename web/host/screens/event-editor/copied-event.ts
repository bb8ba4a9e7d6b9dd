import type { Event } from '../../../../contract/events/event.schema.ts'
import { eventLimits } from '../../../../contract/events/event-options.ts'
import type { EventDraft } from './event-draft.ts'
import { draftFrom } from './draft-mapping.ts'
import { copiesOf } from './used-collections.ts'

/** A new event like another one: `Copy of Intro call`. */
export function copyOf(event: Event): EventDraft {
  const draft = draftFrom(event)
  return {
    ...draft,
    title: `Copy of ${draft.title}`.slice(0, eventLimits.title).toWellFormed(),
    isArchived: false,
    collections: copiesOf(draft.collections),
    labels: [...event.labelIds],
  }
}
