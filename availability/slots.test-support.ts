import { parseDate } from './civil-date.ts'
import type { Interval } from './interval.ts'
import { offeredStarts, rangeOfDays, type SlotQuery } from './slots.ts'
import { MINUTE } from './units.ts'
import type { DayAvailability, WeeklyAvailability } from './week.ts'
import { zoneTable } from '../contract/time/time-zones.ts'

// Short slot queries for tests.

export const iso = (instant: number): string => new Date(instant).toISOString().replace('.000Z', 'Z')

export const at = (text: string): number => {
  const instant = Date.parse(text)
  if (!text.endsWith('Z') || Number.isNaN(instant)) throw new RangeError(`Not an instant: ${text}`)
  return instant
}

export const between = (start: string, end: string) => ({ start: at(start), end: at(end) })

/** An enabled day with ranges written as `09:00-17:00`. */
export const day = (...ranges: string[]): DayAvailability => ({
  enabled: true,
  slots: ranges.map((range) => ({ start: range.slice(0, 5), end: range.slice(6) })),
})

const OFF: DayAvailability = { enabled: false, slots: [] }

export const EMPTY: WeeklyAvailability = {
  monday: OFF,
  tuesday: OFF,
  wednesday: OFF,
  thursday: OFF,
  friday: OFF,
  saturday: OFF,
  sunday: OFF,
}

export const everyDay = (...ranges: string[]): WeeklyAvailability => {
  const on = day(...ranges)
  return { monday: on, tuesday: on, wednesday: on, thursday: on, friday: on, saturday: on, sunday: on }
}

export interface Given extends Partial<Omit<SlotQuery, 'range' | 'zone'>> {
  readonly timeZone?: string
  readonly days: readonly [from: string, to: string, viewer?: string]
}

export const query = ({
  days: [from, to, viewer],
  timeZone = 'America/New_York',
  ...rules
}: Given): SlotQuery => {
  return {
    week: everyDay('09:00-17:00'),
    durationMinutes: 60,
    bufferBeforeMinutes: 0,
    bufferAfterMinutes: 0,
    eventPeriod: { start: null, end: null },
    bookingPeriod: { start: null, end: null },
    busy: [],
    now: 0,
    ...rules,
    zone: zoneTable(timeZone),
    range: rangeOfDays(parseDate(from), parseDate(to), zoneTable(viewer ?? timeZone)),
  }
}

export function offeredSlots(asked: SlotQuery): Interval[] {
  const duration = asked.durationMinutes * MINUTE
  return offeredStarts(asked).map((start) => ({ start, end: start + duration }))
}

export const startsOf = (given: Given): string[] => offeredStarts(query(given)).map(iso)
