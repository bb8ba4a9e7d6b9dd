/**
 * A stretch of time from `start` up to, but not including, `end`: epoch milliseconds.
 * One whose end is not after its start is empty. (Minutes of a day work as well; only the order counts.)
 */
export interface Interval {
  readonly start: number
  readonly end: number
}

/** Whether the two share any time. Touching is not overlapping, and an empty interval overlaps nothing. */
export function overlaps(a: Interval, b: Interval): boolean {
  return Math.max(a.start, b.start) < Math.min(a.end, b.end)
}

/** The same time as `intervals`, ascending, with what overlaps or touches joined. Empty intervals vanish. */
export function merge(intervals: readonly Interval[]): Interval[] {
  const merged: Interval[] = []
  for (const next of intervals
    .filter(({ start, end }) => start < end)
    .toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && next.start <= last.end) {
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, next.end) }
    } else {
      merged.push({ start: next.start, end: next.end })
    }
  }
  return merged
}
