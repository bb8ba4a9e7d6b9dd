import { dayOf, formatDate, startOfDay } from '../../../../availability/wall-time.ts'
import type { ConnectedCalendar, DryRun } from '../../../../contract/calendars/calendar-connections.schema.ts'
import { daysIn, type DayRange } from '../../../../contract/time/month.ts'
import { timeRangeText, timeText } from '../../../../contract/time/time-text.ts'
import { zoneTable } from '../../../../contract/time/time-zones.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'

type Entry = DryRun['entries'][number]

const DAYS = 7

/** The days from today on, as days since 1970-01-01. `weeks`: how many weeks ahead. */
export function weekFrom(now: number, weeks: number, { timeZone }: Viewer) {
  const first = dayOf(zoneTable(timeZone), now) + weeks * DAYS
  const last = first + DAYS - 1
  return { first, last, dateFrom: formatDate(first), dateTo: formatDate(last) }
}

/** Whether an entry counts, as its calendar is set up. */
export const blocks = (
  entry: Entry,
  calendar: Pick<ConnectedCalendar, 'countsTentative' | 'countsAllDay' | 'countsOutOfOffice'>,
) =>
  (!entry.isTentative || calendar.countsTentative) &&
  (!entry.isAllDay || calendar.countsAllDay) &&
  (!entry.isOutOfOffice || calendar.countsOutOfOffice)

interface DayEntry {
  entry: Entry
  /** `9:00 – 9:30 AM`, `All day`, `Until 2:00 PM` */
  when: string
}

/** The days of a week that have entries, each with what it has, in the viewer's zone. */
export function entriesByDay(
  entries: readonly Entry[],
  range: DayRange,
  viewer: Viewer,
): { day: number; entries: DayEntry[] }[] {
  const table = zoneTable(viewer.timeZone)
  return daysIn(range).flatMap((day) => {
    const [from, to] = [startOfDay(table, day), startOfDay(table, day + 1)]
    const found = entries
      .filter(({ startUtc, endUtc }) => Date.parse(startUtc) < to && Date.parse(endUtc) > from)
      .map((entry) => ({ entry, when: whenText(entry, { from, to }, viewer) }))
    return found.length === 0 ? [] : [{ day, entries: found }]
  })
}

function whenText({ startUtc, endUtc }: Entry, { from, to }: { from: number; to: number }, viewer: Viewer) {
  const [start, end] = [Date.parse(startUtc), Date.parse(endUtc)]
  if (start <= from && end >= to) return 'All day'
  if (start < from) return `Until ${timeText(end, viewer)}`
  if (end > to) return `From ${timeText(start, viewer)}`
  // Midnight at the end belongs to this day, not to the next one.
  return end === to
    ? `${timeText(start, viewer)} – ${timeText(end, viewer)}`
    : timeRangeText(start, end, viewer)
}
