import { parseDate } from '../../../../availability/wall-time.ts'
import type { Analytics } from '../../../../contract/overview/analytics.schema.ts'
import { dayText } from '../../../../contract/time/time-text.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import type { Days } from './filters.ts'

const day = { month: 'short', day: 'numeric' } as const
const dayOfYear = { ...day, year: 'numeric' } as const

/** `Jan 4` */
export const shortDayText = (date: string, viewer: Viewer) => dayText(parseDate(date), viewer, day)

/** `Jan 4 – Jan 10, 2027`, with the year twice if it changes. */
export function daysText({ dateFrom, dateTo }: Days, viewer: Viewer): string {
  const last = dayText(parseDate(dateTo), viewer, dayOfYear)
  if (dateFrom === dateTo) return last
  const isOneYear = dateFrom.slice(0, 4) === dateTo.slice(0, 4)
  return `${dayText(parseDate(dateFrom), viewer, isOneYear ? day : dayOfYear)} – ${last}`
}

export const numberText = (value: number, { locale }: Viewer) => new Intl.NumberFormat(locale).format(value)

/** `12%`; of nothing, there is no share. */
export const shareText = (part: number, whole: number, { locale }: Viewer) =>
  whole === 0 ? '–' : new Intl.NumberFormat(locale, { style: 'percent' }).format(part / whole)

/** The same as a number, for spreadsheets. */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 10

/** `Same day`, `1 day`, `2.5 days`; `–` without bookings. */
export function leadText(days: number | null, viewer: Viewer): string {
  if (days === null) return '–'
  if (days === 0) return 'Same day'
  return `${numberText(days, viewer)} ${days === 1 ? 'day' : 'days'}`
}

/** `Same day`, `1 day`, `2–3 days`, `15 or more days` */
export function leadGroupText({
  minDays,
  maxDays,
}: Pick<Analytics['leadTimes'][number], 'minDays' | 'maxDays'>) {
  if (maxDays === 0) return 'Same day'
  if (maxDays === null) return `${minDays} or more days`
  return minDays === maxDays ? `${minDays} ${minDays === 1 ? 'day' : 'days'}` : `${minDays}–${maxDays} days`
}

/** Events that were removed for good have no title. */
export const eventText = ({ id, title, isDeleted }: Analytics['events'][number]): string =>
  id === null ? 'Deleted events' : isDeleted ? `${title} (deleted)` : title
