import { noRules } from '../../../../contract/events/event-rules.ts'
import { weekdays } from '../../../../contract/hours/weekly-availability.ts'
import { hasShapeOf } from '../../parts/drafts/draft-storage.ts'
import type { EventDraft } from './event-draft.ts'
import { newDraft } from './draft-mapping.ts'
import { areUsedDrafts } from './used-collections.ts'

const model = newDraft()

/** Adds what drafts lack that were stored before there were labels, schedules, calendars to check, or one of the rules. */
export const upgradeDraft = (draft: object & { rules?: object }): object => ({
  labels: [],
  scheduleId: null,
  checkedCalendars: null,
  ...draft,
  rules: { ...noRules, ...draft.rules },
})

export const isDraft = (value: unknown): value is EventDraft =>
  hasShapeOf(model, value) &&
  hasShapeOf(noRules, value.rules) &&
  [value.rules.overrides, value.rules.limits, value.rules.durations].every(Array.isArray) &&
  weekdays.every((day) => Array.isArray(value.week[day]?.slots)) &&
  (value.checkedCalendars === null || Array.isArray(value.checkedCalendars)) &&
  areUsedDrafts(value.collections)
