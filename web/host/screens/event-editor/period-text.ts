import { eventDefaults } from '../../../../contract/events/event-options.ts'
import type { TimeFormat } from '../../../../contract/time/time-formats.ts'
import { parseDate } from '../../../../availability/wall-time.ts'
import { dayText } from '../../../../contract/time/time-text.ts'
import { clockText } from '../../../fields/clock-text.ts'

const english = { locale: 'en', timeZone: 'UTC', hour12: true }

/** An end of a period: `Mar 1, 2027`, with the time unless it is the whole day. */
export function boundText(date: string, time: string, edge: 'start' | 'end', timeFormat: TimeFormat): string {
  const day = dayOf(date)
  if (day === null) return date
  const text = dayText(day, english, { month: 'short', day: 'numeric', year: 'numeric' })
  return time === '' || time === eventDefaults[`${edge}Time`]
    ? text
    : `${text}, ${clockText(time, timeFormat)}`
}

/** `From Mar 1, 2027 until Mar 31, 2027`; null without any end. */
export function periodText(start: string | null, end: string | null): string | null {
  if (start !== null && end !== null) return `From ${start} until ${end}`
  if (start !== null) return `From ${start}`
  return end === null ? null : `Until ${end}`
}

/** Null while the date is being typed. */
function dayOf(date: string): number | null {
  try {
    return parseDate(date)
  } catch {
    return null
  }
}
