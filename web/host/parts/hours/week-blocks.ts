import { MINUTE, MINUTES_PER_DAY, MINUTES_PER_HOUR } from '../../../../availability/units.ts'
import {
  dayOf,
  formatTime,
  offsetAt,
  startOfDay,
  weekdayOf,
  type ZoneTable,
} from '../../../../availability/wall-time.ts'
import { changesBetween } from '../../../../availability/zone-rules.ts'
import {
  type DayAvailability,
  MAX_RANGES_A_DAY,
  minutesOf,
  type TimeRange,
  type Weekday,
  type WeeklyAvailability,
} from '../../../../contract/hours/weekly-availability.ts'

/** What hours snap to when they are drawn, in minutes. */
export const STEP = 15

/** Part of a day, in minutes since midnight. */
export interface Block {
  start: number
  end: number
}

/** The blocks of a day's ranges that are sound, in order. An end of 23:59 is the end of the day. */
export function blocksOf(ranges: readonly TimeRange[]): Block[] {
  return ranges
    .flatMap((range) => {
      const [start, end] = [minutesOf(range.start), minutesOf(range.end)]
      if (start === null || end === null || start >= end) return []
      return [{ start, end: end === MINUTES_PER_DAY - 1 ? MINUTES_PER_DAY : end }]
    })
    .toSorted((a, b) => a.start - b.start)
}

export const rangesOf = (blocks: readonly Block[]): TimeRange[] =>
  blocks
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end }) => ({
      start: formatTime(start),
      end: formatTime(Math.min(end, MINUTES_PER_DAY - 1)),
    }))

export const blocksOn = (week: WeeklyAvailability, day: Weekday) =>
  week[day].enabled ? blocksOf(week[day].slots) : []

export const withoutBlock = (blocks: readonly Block[], block: Block | null) =>
  blocks.filter(({ start, end }) => block === null || start !== block.start || end !== block.end)

/** The blocks in order, as one where they touch or overlap. */
export function joined(blocks: readonly Block[]): Block[] {
  const found: Block[] = []
  for (const block of blocks.toSorted((a, b) => a.start - b.start)) {
    const last = found.at(-1)
    if (last && block.start <= last.end)
      found[found.length - 1] = { ...last, end: Math.max(last.end, block.end) }
    else found.push(block)
  }
  return found
}

/** A day with more hours. */
export const withHours = ({ enabled, slots }: DayAvailability, added: TimeRange): DayAvailability => ({
  enabled: true,
  slots: rangesOf(joined(blocksOf([...(enabled ? slots : []), added]))),
})

const snap = (minutes: number) => Math.round(minutes / STEP) * STEP
const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max)

/** The free time around a minute, between the other blocks. Null if one of them covers it. */
function gapAt(others: readonly Block[], minute: number): Block | null {
  if (others.some(({ start, end }) => start <= minute && minute < end)) return null
  return {
    start: Math.max(0, ...others.filter(({ end }) => end <= minute).map(({ end }) => end)),
    end: Math.min(MINUTES_PER_DAY, ...others.filter(({ start }) => start > minute).map(({ start }) => start)),
  }
}

/** A block drawn from one minute to another, in the free time where it began. Null if there is no room. */
export function drawn(blocks: readonly Block[], from: number, to: number): Block | null {
  const gap = gapAt(blocks, from)
  if (gap === null || gap.end - gap.start < STEP || blocks.length >= MAX_RANGES_A_DAY) return null
  const [low, high] = [Math.min(from, to), Math.max(from, to)]
  const start = clamp(Math.floor(low / STEP) * STEP, gap.start, gap.end - STEP)
  const end = clamp(Math.ceil(high / STEP) * STEP, start + STEP, gap.end)
  return { start, end }
}

/** A block of an hour, or less if there isn't as much room. */
export const tapped = (blocks: readonly Block[], minute: number): Block | null => {
  const start = Math.floor(minute / (MINUTES_PER_HOUR / 2)) * (MINUTES_PER_HOUR / 2)
  return drawn(blocks, clamp(start, gapAt(blocks, minute)?.start ?? 0, minute), start + MINUTES_PER_HOUR)
}

/** A block moved to another start among the others of a day. Null if it doesn't fit in there. */
export function moved({ start, end }: Block, toStart: number, others: readonly Block[]): Block | null {
  const length = end - start
  const target = clamp(snap(toStart), 0, MINUTES_PER_DAY - length)
  const middle = target + length / 2
  const gap = gapAt(others, middle)
  if (gap === null || gap.end - gap.start < length || others.length >= MAX_RANGES_A_DAY) return null
  const next = clamp(target, gap.start, gap.end - length)
  return { start: next, end: next + length }
}

/** A block with another start or end, not beyond its neighbors. */
export function stretched(block: Block, edge: 'start' | 'end', to: number, others: readonly Block[]): Block {
  const gap = gapAt(others, block.start) ?? block
  return edge === 'start'
    ? { ...block, start: clamp(snap(to), gap.start, Math.max(gap.start, block.end - STEP)) }
    : { ...block, end: clamp(snap(to), Math.min(gap.end, block.start + STEP), gap.end) }
}

/**
 * The parts of busy times (epoch milliseconds) on a date (days since 1970-01-01), as a clock in the zone shows them.
 */
export function busyOn(day: number, busy: readonly Block[], zone: ZoneTable): Block[] {
  const dayStart = startOfDay(zone, day)
  const dayEnd = startOfDay(zone, day + 1)
  const clock = (instant: number, offset: number) =>
    Math.round((instant + offset) / MINUTE) - day * MINUTES_PER_DAY
  return busy.flatMap(({ start, end }) => {
    if (end <= dayStart || start >= dayEnd) return []
    const from = start <= dayStart ? 0 : clock(start, offsetAt(zone, start))
    const to = end >= dayEnd ? MINUTES_PER_DAY : clock(end, offsetAt(zone, end - 1))
    // Where the clock goes back, it shows the hour before twice, and an end can read earlier than its start.
    const change = changesBetween(zone.rules, Math.max(start, dayStart) / 1000, Math.min(end, dayEnd) / 1000)
      .changes.map(([at]) => at * 1000)
      .find((at) => at > start && at < end && offsetAt(zone, at) < offsetAt(zone, at - 1))
    // Seconds aren't shown.
    if (change === undefined) return from < to ? [{ start: from, end: to }] : []
    return joined([
      { start: from, end: clock(change, offsetAt(zone, change - 1)) },
      { start: clock(change, offsetAt(zone, change)), end: to },
    ])
  })
}

/** The first day of the week that includes an instant; `first` is 0 for Monday to 6 for Sunday. */
export function weekOf(instant: number, zone: ZoneTable, first: number): number {
  const day = dayOf(zone, instant)
  return day - ((weekdayOf(day) - first + 7) % 7)
}
