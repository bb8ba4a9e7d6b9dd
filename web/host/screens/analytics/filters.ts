import { formatDate, parseDate } from '../../../../availability/wall-time.ts'
import {
  DEFAULT_ANALYTICS_WEEKS,
  lastWeeks,
  MAX_ANALYTICS_DAYS,
} from '../../../../contract/overview/analytics.ts'
import { weekStartOf } from '../../../../contract/time/month.ts'
import { isId } from '../../data/label-list.ts'

export const CUSTOM = 'custom'

export const periodChoices = [
  { value: '4', label: 'Last 4 weeks' },
  { value: String(DEFAULT_ANALYTICS_WEEKS), label: `Last ${DEFAULT_ANALYTICS_WEEKS} weeks` },
  { value: '52', label: 'Last 52 weeks' },
  { value: CUSTOM, label: 'Custom dates' },
]

/** A period is a number of weeks, or the dates `from` and `to`. The default of 12 weeks isn't in the URL. */
export interface AnalyticsSearch {
  weeks?: string
  from?: string
  to?: string
  /** An event's id. */
  event?: string
}

/** Days as `YYYY-MM-DD`, both inclusive. */
export interface Days {
  dateFrom: string
  dateTo: string
}

/** The same while it is entered. */
export type EnteredDays = Record<keyof Days, string | null>

/** The screen's state in the URL, without defaults and unknown values. */
export function analyticsSearch(search: Record<string, unknown>): AnalyticsSearch {
  const { weeks, from, to, event } = search
  const known: AnalyticsSearch = {}
  if (typeof event === 'string' && isId(event)) known.event = event
  if (typeof from === 'string' && typeof to === 'string' && isPeriod({ dateFrom: from, dateTo: to })) {
    return { ...known, from, to }
  }
  if (weeks !== String(DEFAULT_ANALYTICS_WEEKS)) {
    const choice = periodChoices.find(({ value }) => value !== CUSTOM && value === weeks)
    if (choice) known.weeks = choice.value
  }
  return known
}

/** The value of the period's select. */
export const periodOf = ({ from, weeks }: AnalyticsSearch): string =>
  from === undefined ? (weeks ?? String(DEFAULT_ANALYTICS_WEEKS)) : CUSTOM

/** The days that the search is about, on the date `today`. */
export function daysOf(search: AnalyticsSearch, today: string, locale: string): Days {
  const { from, to } = search
  if (from !== undefined && to !== undefined) return { dateFrom: from, dateTo: to }
  const { first, last } = lastWeeks(parseDate(today), Number(periodOf(search)), weekStartOf(locale))
  return { dateFrom: formatDate(first), dateTo: formatDate(last) }
}

/** Whether these are days that figures can be asked for. */
export function isPeriod(days: EnteredDays): days is EnteredDays & Days {
  const count = dayCount(days)
  return count !== null && count >= 1 && count <= MAX_ANALYTICS_DAYS
}

/** How many days they are; null if either isn't a date. */
export const dayCount = ({ dateFrom, dateTo }: EnteredDays): number | null =>
  isAnalyticsDate(dateFrom) && isAnalyticsDate(dateTo) ? parseDate(dateTo) - parseDate(dateFrom) + 1 : null

export function isAnalyticsDate(text: string | null): text is string {
  try {
    return text !== null && text.startsWith('20') && parseDate(text) > 0
  } catch {
    return false
  }
}
