/// <reference lib="esnext.temporal" preserve="true" />
import { readEntries } from '../calendar-api/entries.ts'
import type { Entry } from '../calendar-api/entry.ts'
import { viewItems } from '../calendar-api/instances.ts'
import type { CalendarInfo } from '../people.ts'
import type { Sandbox } from '../sandbox.ts'
import { toMs } from '../calendar-api/when.ts'
import type { When } from '../calendar-api/when.ts'

/** The minimum height of an entry, in minutes, for drawing and for overlaps. */
const DRAWN_MINUTES = 30

/** An entry on one day of the page. */
export interface Shown {
  entry: Entry
  calendar: CalendarInfo
  /** `All day`, or `09:00–10:30`. */
  time: string
  /** Wall-clock minutes since midnight; all-day entries have none. */
  from: number
  to: number
  /** Its column among `lanes`, if entries overlap. */
  lane: number
  lanes: number
}

/** A day of the page, with its entries in order. */
export interface ShownDay {
  date: Temporal.PlainDate
  allDay: Shown[]
  timed: Shown[]
}

/** The Monday on or before that day, or before today if the day is invalid. */
export function mondayOf(day: string | undefined, now: number, zone: string): Temporal.PlainDate {
  const date =
    parseDate(day) ?? Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate()
  return date.subtract({ days: date.dayOfWeek - 1 })
}

/** Seven days of entries from all calendars, in the wall time of `zone`. */
export function weekOf(
  { db, now }: Sandbox,
  calendars: CalendarInfo[],
  monday: Temporal.PlainDate,
  zone: string,
): ShownDay[] {
  const days = Array.from({ length: 7 }, (_, index) => monday.add({ days: index }))
  // All-day entries use their own calendar's days, up to a day away from the page's.
  const min = monday.subtract({ days: 1 }).toZonedDateTime(zone).epochMilliseconds
  const max = monday.add({ days: 8 }).toZonedDateTime(zone).epochMilliseconds
  const items = calendars.flatMap((calendar) =>
    viewItems(readEntries(db, calendar.id), {
      window: { min, max },
      singleEvents: true,
      showDeleted: false,
      calendarZone: calendar.timeZone,
      at: now(),
    }).map((entry) => ({ entry, calendar })),
  )
  return days.map((date) => {
    const shown = items
      .map(({ entry, calendar }) => onDay(entry, calendar, date, zone))
      .filter((one) => one !== undefined)
    return {
      date,
      allDay: shown.filter(({ entry }) => entry.start.date),
      timed: inLanes(shown.filter(({ entry }) => !entry.start.date)),
    }
  })
}

function onDay(
  entry: Entry,
  calendar: CalendarInfo,
  date: Temporal.PlainDate,
  zone: string,
): Shown | undefined {
  const shown = { entry, calendar, lane: 0, lanes: 1 }
  if (entry.start.date) {
    const day = date.toString()
    const covers = entry.start.date <= day && (day < entry.end.date! || day === entry.start.date)
    return covers ? { ...shown, time: 'All day', from: 0, to: 0 } : undefined
  }
  const start = zoned(entry.start, zone)
  const end = zoned(entry.end, zone)
  const [starts, ends] = [dayOrder(start, date), dayOrder(end, date)]
  const from = starts < 0 ? 0 : minutes(start)
  const to = ends > 0 ? 1440 : minutes(end)
  if (starts > 0 || ends < 0 || (starts < 0 && to === 0)) return undefined
  return { ...shown, time: `${clock(start)}–${clock(end)}`, from, to }
}

function zoned(when: When, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(toMs(when, zone)).toZonedDateTimeISO(zone)
}

function inLanes(shown: Shown[]): Shown[] {
  const placed: Shown[] = []
  let group: Shown[] = []
  let groupEnd = 0
  for (const one of shown.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (one.from >= groupEnd) group = []
    const busy = new Set(group.filter((other) => drawnTo(other) > one.from).map(({ lane }) => lane))
    while (busy.has(one.lane)) one.lane++
    group.push(one)
    placed.push(one)
    groupEnd = Math.max(groupEnd, drawnTo(one))
    const lanes = Math.max(...group.map(({ lane }) => lane)) + 1
    for (const other of group) other.lanes = lanes
  }
  return placed
}

function drawnTo({ from, to }: Shown): number {
  return Math.max(to, from + DRAWN_MINUTES)
}

function dayOrder(at: Temporal.ZonedDateTime, date: Temporal.PlainDate): number {
  return Temporal.PlainDate.compare(at.toPlainDate(), date)
}

function minutes(at: Temporal.ZonedDateTime): number {
  return at.hour * 60 + at.minute
}

function clock(at: Temporal.ZonedDateTime): string {
  return at.toPlainTime().toString({ smallestUnit: 'minute' })
}

function parseDate(day: string | undefined): Temporal.PlainDate | undefined {
  try {
    return /^\d{4}-\d{2}-\d{2}$/.test(day ?? '') ? Temporal.PlainDate.from(day!) : undefined
  } catch {
    return undefined
  }
}
