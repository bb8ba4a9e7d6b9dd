import type { ListedEvent } from '../../../contract/events/event.schema.ts'
import { shortDateText, timeText } from '../../../contract/time/time-text.ts'
import type { Viewer } from '../../../contract/time/viewer.ts'
import type { Choice } from '../../ui/select.tsx'

type ChoosableEvent = Pick<ListedEvent, 'id' | 'title' | 'duration' | 'createdAt' | 'isDeleted'> & {
  /** Of an event that is shared with the viewer. */
  ownerName?: string
}

/**
 * Events by title. If several share one, the label adds whose it is, or else the duration, or the creation time if that
 * is the same too.
 */
export function eventChoices(events: readonly ChoosableEvent[], viewer: Viewer): Choice<string>[] {
  const byTitle = Map.groupBy(events, ({ title }) => title)
  return events.map((event) => {
    const namesakes = byTitle.get(event.title)!.filter(({ id }) => id !== event.id)
    const details = [
      namesakes.length > 0 &&
        (event.ownerName && namesakes.every(({ ownerName }) => ownerName !== event.ownerName)
          ? event.ownerName
          : namesakes.every(({ duration }) => duration !== event.duration)
            ? `${event.duration} minutes`
            : `created ${shortDateText(event.createdAt, viewer)}, ${timeText(event.createdAt, viewer)}`),
      event.isDeleted && 'deleted',
    ].filter((detail) => detail !== false)
    return {
      value: event.id,
      label: details.length === 0 ? event.title : `${event.title} (${details.join(', ')})`,
    }
  })
}
