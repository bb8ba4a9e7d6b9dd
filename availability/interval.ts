/**
 * The time from `start` up to but not including `end`, in epoch milliseconds. It is empty if `end` isn't after
 * `start`. It also works for minutes of a day, because only the order matters.
 */
export interface Interval {
  readonly start: number
  readonly end: number
}

/** Whether the two share any time. Touching intervals don't overlap, and neither do empty ones. */
export function overlaps(a: Interval, b: Interval): boolean {
  return Math.max(a.start, b.start) < Math.min(a.end, b.end)
}

/**
 * The same time as `intervals`, in ascending order, with overlapping and touching intervals joined and empty ones
 * dropped.
 */
export function merge(intervals: readonly Interval[]): Interval[] {
  const [only] = intervals
  if (only && intervals.length === 1) return only.start < only.end ? [only] : []
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
