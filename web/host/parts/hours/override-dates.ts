import { formatDate, parseDate } from '../../../../availability/wall-time.ts'
import type { DateOverride } from '../../../../contract/hours/hours.ts'
import { overrideText } from '../../../../contract/events/rules-text.ts'
import type { TimeFormat } from '../../../../contract/time/time-formats.ts'
import { dayText } from '../../../../contract/time/time-text.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { hoursText } from '../../../fields/hours-text.ts'

/** Dates (`YYYY-MM-DD`, both inclusive). */
export interface Dates {
  from: string
  to: string
}

const dateAfter = (date: string, days: number) => formatDate(parseDate(date) + days)

/** Adds an override. Others lose the dates that it has, which can split them. */
export function withOverride(overrides: readonly DateOverride[], added: DateOverride): DateOverride[] {
  return [...withoutDates(overrides, added), added].toSorted((a, b) => (a.from < b.from ? -1 : 1))
}

function withoutDates(overrides: readonly DateOverride[], { from, to }: Dates): DateOverride[] {
  return overrides.flatMap((override) => {
    if (override.to < from || to < override.from) return [override]
    // No date follows 9999-12-31.
    const before = override.from < from ? [{ ...override, to: dateAfter(from, -1) }] : []
    const after = to < override.to ? [{ ...override, from: dateAfter(to, 1) }] : []
    return [...before, ...after]
  })
}

/** `Thu, Dec 24, 2026` or `Dec 24, 2026 – Jan 2, 2027` */
export function datesText({ from, to }: Dates, viewer: Viewer): string {
  const text = (date: string, options: Intl.DateTimeFormatOptions) =>
    dayText(parseDate(date), viewer, { year: 'numeric', month: 'short', day: 'numeric', ...options })
  return from === to ? text(from, { weekday: 'short' }) : `${text(from, {})} – ${text(to, {})}`
}

/** What an override does, in the host's time format: `Closed` or `9 AM–12 PM`. */
export const overrideHours = ({ slots }: Pick<DateOverride, 'slots'>, timeFormat: TimeFormat) =>
  slots.length === 0 ? overrideText({ slots }) : hoursText(slots, timeFormat)
