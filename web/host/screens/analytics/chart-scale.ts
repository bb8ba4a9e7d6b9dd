/** The top of an axis for values up to `max`: a round, even number, so that its half is a whole one. */
export function axisTop(max: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(max)))
  return [2, 4, 6, 8, 10].map((factor) => factor * unit).find((top) => top >= max) ?? 2
}

const MAX_TICKS = 5

/** The columns that have a label, if it takes as much space as those up to the next label. */
export function tickedColumns(count: number): number[] {
  const step = Math.ceil(count / MAX_TICKS)
  return Array.from({ length: Math.floor(count / step) }, (_, n) => n * step)
}

/** How strongly a value is shaded, from 0 for none to 4 for the largest ones. */
export const shadeOf = (value: number, max: number): number =>
  value === 0 ? 0 : Math.ceil((value / max) * 4)
