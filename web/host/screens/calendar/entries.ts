import { parseDate } from '../../../../availability/wall-time.ts'
import type { ListedBooking } from '../../../../contract/bookings/booking-list.schema.ts'
import type { CalendarPage } from '../../../../contract/calendars/calendar.schema.ts'
import { dayText, timeRangeText, timeText, weekdayText } from '../../../../contract/time/time-text.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import type { DayRange } from '../../../../contract/time/month.ts'

/** Instants in epoch milliseconds, the end exclusive. */
interface Times {
  start: number
  end: number
}

/** Something in the calendar. Whole days have dates, which are the same in every zone, instead of times. */
export interface Entry {
  id: string
  /** Null for a busy time. */
  booking: ListedBooking | null
  title: string
  /** What is known besides: the calendar's name, `tentative`. */
  notes: readonly string[]
  isTentative: boolean
  times: Times | null
  days: DayRange | null
}

type BusyEntry = CalendarPage['busyTimes' | 'busyDays'][number]

const busyEntry = ({ id, calendar, isTentative, isOutOfOffice }: BusyEntry) => ({
  id,
  booking: null,
  title: isOutOfOffice ? 'Out of office' : 'Busy',
  notes: [...(calendar === null ? [] : [calendar]), ...(isTentative ? ['tentative'] : [])],
  isTentative,
})

const timesOf = ({ startUtc, endUtc }: { startUtc: string; endUtc: string }): Times => ({
  start: Date.parse(startUtc),
  end: Date.parse(endUtc),
})

export const entriesOf = ({ bookings, busyTimes, busyDays }: CalendarPage): Entry[] => [
  ...busyDays.map((busy) => ({
    ...busyEntry(busy),
    times: null,
    days: { first: parseDate(busy.dateFrom), last: parseDate(busy.dateTo) },
  })),
  ...bookings.map((booking) => ({
    id: booking.id,
    booking,
    title: `${booking.title} with ${booking.fullName}`,
    notes: [],
    isTentative: false,
    times: timesOf(booking),
    days: null,
  })),
  ...busyTimes.map((busy) => ({ ...busyEntry(busy), times: timesOf(busy), days: null })),
]

export interface DayEntries {
  /** Those that take the whole day. */
  wholeDay: Entry[]
  /** The others by their start. */
  timed: (Entry & { times: Times })[]
}

/** What takes place on a day, which has `start` and `end` (epoch milliseconds) in the viewer's zone. */
export function entriesOn(
  entries: readonly Entry[],
  { epochDay, start, end }: { epochDay: number } & Times,
): DayEntries {
  const wholeDay: Entry[] = []
  const timed: DayEntries['timed'] = []
  for (const entry of entries) {
    const { times, days } = entry
    if (days !== null && days.first <= epochDay && epochDay <= days.last) wholeDay.push(entry)
    if (times === null || times.start >= end || times.end <= start) continue
    if (times.start <= start && times.end >= end) wholeDay.push(entry)
    else timed.push({ ...entry, times })
  }
  return {
    wholeDay,
    timed: timed.toSorted((a, b) => a.times.start - b.times.start || a.times.end - b.times.end),
  }
}

const shortDay = { weekday: 'short', month: 'short', day: 'numeric' } as const

/** `Mon, Nov 23, 9:30 – 10:00 AM`, `Mon, Nov 23 – Wed, Nov 25, all day` */
export function whenText({ times, days }: Pick<Entry, 'times' | 'days'>, viewer: Viewer): string {
  if (times) return `${weekdayText(times.start, viewer)}, ${timeRangeText(times.start, times.end, viewer)}`
  const { first, last } = days!
  const [from, to] = [first, last].map((day) => dayText(day, viewer, shortDay))
  return `${first === last ? from : `${from} – ${to}`}, all day`
}

/** What screen readers call it: `Intro call with Yuki Tanaka, Mon, Nov 23, 9:30 – 10:00 AM`. */
export const entryName = (entry: Entry, viewer: Viewer) =>
  [entry.title, ...entry.notes, whenText(entry, viewer)].join(', ')

/**
 * When it starts on the day, or when it ends if it started before: `9:30 AM`, `Until 2:00 PM`; empty for the whole day.
 */
export function startOnDay(entry: Entry, day: Times, viewer: Viewer): string {
  const text = timesOnDay(entry, day, viewer)
  if (entry.times === null || text === ALL_DAY) return ''
  return entry.times.start < day.start ? text : timeText(entry.times.start, viewer)
}

const ALL_DAY = 'All day'

/** What of its times is on the day: `9:30 – 10:00 AM`, `Until 2:00 PM`, `All day`. */
export function timesOnDay(entry: Entry, day: Times, viewer: Viewer): string {
  const { times } = entry
  if (times === null || (times.start <= day.start && times.end >= day.end)) return ALL_DAY
  if (times.start < day.start) return `Until ${timeText(times.end, viewer)}`
  if (times.end > day.end) return `From ${timeText(times.start, viewer)}`
  // Midnight at the end belongs to this day, not to the next one.
  return times.end === day.end
    ? `${timeText(times.start, viewer)} – ${timeText(times.end, viewer)}`
    : timeRangeText(times.start, times.end, viewer)
}
