import { DAY, MINUTE } from '../../../../availability/units.ts'
import { instantFromWall, offsetAt, startOfDay, type ZoneTable } from '../../../../availability/wall-time.ts'

const HOURS = 24

/** Consecutive instants (epoch milliseconds) of a day, and where they begin on the axis. */
interface Part {
  from: number
  to: number
  top: number
}

export interface AxisDay {
  /** Days since 1970-01-01. */
  epochDay: number
  /** Its instants (epoch milliseconds), the end exclusive. */
  start: number
  end: number
  parts: readonly Part[]
}

/**
 * The hours of a few days, in minutes from the top. The same time on the clock is at the same height on every day. A
 * time that one of the days has twice is there twice, so the other days have a gap, and a time that a day skips is a
 * gap on that day.
 */
export interface Axis {
  minutes: number
  days: readonly AxisDay[]
  /** Where the full hours are; `hour` is 0 to 23. */
  hours: readonly { top: number; hour: number }[]
}

/** A stretch of the axis, in minutes from the top. */
export interface Stretch {
  top: number
  bottom: number
}

/** When the clock of a day is turned back: at which minute of the day by the former clock, and by how many minutes. */
interface Repeat {
  epochDay: number
  minute: number
  minutes: number
}

export function axisOf(table: ZoneTable, days: readonly number[]): Axis {
  const lengths = days.map((epochDay) => {
    const [start, end] = [startOfDay(table, epochDay), startOfDay(table, epochDay + 1)]
    return { epochDay, start, end, change: changeIn(table, start, end) }
  })
  const repeats = lengths.flatMap(({ epochDay, change }) => repeatAt(table, epochDay, change))
  const repeatedMinutes = repeats.reduce((sum, { minutes }) => sum + minutes, 0)
  return {
    minutes: HOURS * 60 + repeatedMinutes,
    days: lengths.map(({ change, ...day }) => ({
      ...day,
      parts: partsOf(table, { ...day, change }, repeats),
    })),
    hours: hoursOf(repeats),
  }
}

/** How far before a minute of the clock other days' repeated times are. */
const shiftAt = (repeats: readonly Repeat[], minute: number) =>
  repeats.filter((repeat) => repeat.minute <= minute).reduce((sum, { minutes }) => sum + minutes, 0)

function partsOf(
  table: ZoneTable,
  { epochDay, start, end, change }: Omit<AxisDay, 'parts'> & { change: number | null },
  repeats: readonly Repeat[],
): Part[] {
  const own = repeats.filter((repeat) => repeat.epochDay === epochDay)
  const others = repeats.filter((repeat) => repeat.epochDay !== epochDay)
  const breaks = [
    ...(change === null ? [] : [change]),
    ...others.map(({ minute }) => instantFromWall(table, epochDay, minute)),
  ].filter((at) => at > start && at < end)
  const starts = [...new Set([start, ...breaks])].toSorted((a, b) => a - b)
  return starts.map((from, index) => {
    const minute = (from + offsetAt(table, from) - epochDay * DAY) / MINUTE
    const repeated = own.length > 0 && change !== null && from >= change ? shiftAt(own, Infinity) : 0
    return { from, to: starts[index + 1] ?? end, top: minute + repeated + shiftAt(others, minute) }
  })
}

/** The instant between two others at which the offset changes; null if it doesn't. */
function changeIn(table: ZoneTable, start: number, end: number): number | null {
  const before = offsetAt(table, start)
  if (before === offsetAt(table, end - 1)) return null
  let [low, high] = [start / MINUTE, end / MINUTE]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(table, middle * MINUTE) === before) low = middle
    else high = middle
  }
  return high * MINUTE
}

function repeatAt(table: ZoneTable, epochDay: number, change: number | null): Repeat[] {
  if (change === null) return []
  const [before, after] = [offsetAt(table, change - 1), offsetAt(table, change)]
  if (after >= before) return []
  const minute = (change + before - epochDay * DAY) / MINUTE
  return [{ epochDay, minute, minutes: (before - after) / MINUTE }]
}

function hoursOf(repeats: readonly Repeat[]): Axis['hours'] {
  const hours = Array.from({ length: HOURS }, (_, hour) => ({
    hour,
    top: hour * 60 + shiftAt(repeats, hour * 60),
  }))
  const again = repeats.flatMap(({ minute, minutes }) =>
    Array.from({ length: HOURS }, (_, hour) => hour)
      .filter((hour) => hour * 60 >= minute - minutes && hour * 60 < minute)
      .map((hour) => ({ hour, top: hour * 60 + minutes + shiftAt(repeats, hour * 60) })),
  )
  return [...hours, ...again].toSorted((a, b) => a.top - b.top)
}

/** Where an instant of a day is, in minutes from the top. Others are at the day's nearest end. */
export function topOf({ parts, start, end }: AxisDay, instant: number): number {
  const at = Math.min(Math.max(instant, start), end)
  const part = parts.findLast(({ from }) => from <= at)
  return part === undefined ? 0 : part.top + (at - part.from) / MINUTE
}

/** Where an instant would be if the days were below one another, in minutes from the top of the first. */
export function depthOf({ days, minutes }: Axis, instant: number): number {
  const index = days.findLastIndex(({ start }) => start <= instant)
  const day = days[index]
  return day === undefined ? (instant - days[0]!.start) / MINUTE : index * minutes + topOf(day, instant)
}

/** The instant at a height; null in a gap. */
export function instantAt({ parts }: AxisDay, top: number): number | null {
  const part = parts.find((one) => top >= one.top && top < one.top + (one.to - one.from) / MINUTE)
  return part === undefined ? null : part.from + (top - part.top) * MINUTE
}

/** Where a day has no time. */
export function gapsOf({ parts }: AxisDay, { minutes }: Axis): Stretch[] {
  const taken = parts.map(({ from, to, top }) => ({ top, bottom: top + (to - from) / MINUTE }))
  const tops = [0, ...taken.map(({ bottom }) => bottom)]
  const bottoms = [...taken.map(({ top }) => top), minutes]
  return tops.flatMap((top, index) => (top < bottoms[index]! ? [{ top, bottom: bottoms[index]! }] : []))
}
