/** A stretch of one day's axis. */
interface Span {
  top: number
  bottom: number
}

export interface Column {
  /** From 0. */
  column: number
  /** How many share the day's width there. */
  columns: number
}

/** Puts overlapping spans side by side, in as few columns as possible. */
export function columnsOf<Placed extends Span>(spans: readonly Placed[]): (Placed & Column)[] {
  const ordered = spans.toSorted((a, b) => a.top - b.top || b.bottom - a.bottom)
  const groups: (Placed & { column: number })[][] = []
  let bottoms: number[] = []
  for (const span of ordered) {
    if (bottoms.every((bottom) => bottom <= span.top)) {
      groups.push([])
      bottoms = []
    }
    const free = bottoms.findIndex((bottom) => bottom <= span.top)
    const column = free === -1 ? bottoms.length : free
    bottoms[column] = span.bottom
    groups.at(-1)!.push({ ...span, column })
  }
  return groups.flatMap((group) => {
    const columns = Math.max(...group.map(({ column }) => column)) + 1
    return group.map((span) => ({ ...span, columns }))
  })
}
