import { MAX_ANALYTICS_DAYS } from '../../../../contract/overview/analytics.ts'
import { eventMessages } from '../../../../contract/events/event-options.ts'
import { UNFINISHED_DATE } from '../../../ui/date-field.tsx'
import { dayCount, type Days, type EnteredDays, isAnalyticsDate } from './filters.ts'

/** What is wrong with entered days. */
export function periodErrors(days: EnteredDays): Record<keyof Days, string | null> {
  const errors = { dateFrom: dateError(days.dateFrom), dateTo: dateError(days.dateTo) }
  const count = dayCount(days)
  if (count === null) return errors
  if (count < 1) return { ...errors, dateTo: 'End date is before start date' }
  if (count > MAX_ANALYTICS_DAYS) return { ...errors, dateTo: `Choose at most ${MAX_ANALYTICS_DAYS} days` }
  return errors
}

function dateError(text: string | null): string | null {
  if (text === null) return 'Choose a date'
  if (text === UNFINISHED_DATE) return eventMessages.unfinishedDate
  return isAnalyticsDate(text) ? null : eventMessages.date
}
