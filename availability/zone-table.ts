import { DAY, SECOND } from './units.ts'
import { changesBetween, type ZoneRules } from './zone-rules.ts'

// Years are split into blocks of 397 days (2^35 milliseconds), each made on first use. A block also covers two days on
// either side, so that a wall time and its instant are always in the same block.
const BLOCK = 2 ** 35
const MARGIN = 2 * DAY

// Dates come from untrusted input: a query across eight thousand years must not fill the memory.
const MAX_BLOCKS = 64

/** A stretch of time with a constant offset. */
export interface Segment {
  /** The first instant in epoch milliseconds, or -Infinity at the edge of the block. */
  readonly start: number
  /** The wall time at the end of the segment, in milliseconds since 1970-01-01T00:00 on its own clock. */
  readonly wallEnd: number
  /** How far the clock is ahead of UTC, in milliseconds. */
  readonly offset: number
}

/** A zone's rules, ready for conversions. Opaque: use the functions of `wall-time.ts`. */
export interface ZoneTable {
  readonly rules: ZoneRules
  /** The segments around an instant or wall time (milliseconds), ascending. They cover two days on either side. */
  readonly around: (time: number) => readonly Segment[]
}

export function createZoneTable(rules: ZoneRules): ZoneTable {
  const blocks = new Map<number, readonly Segment[]>()
  let lastIndex = Number.NaN
  let last: readonly Segment[] = []
  const read = (index: number): readonly Segment[] => {
    if (blocks.size >= MAX_BLOCKS) blocks.clear()
    const block = readBlock(rules, index)
    blocks.set(index, block)
    return block
  }
  return {
    rules,
    around(time) {
      const index = Math.floor(time / BLOCK)
      if (index !== lastIndex) {
        last = blocks.get(index) ?? read(index)
        lastIndex = index
      }
      return last
    },
  }
}

function readBlock(rules: ZoneRules, index: number): readonly Segment[] {
  const from = (index * BLOCK - MARGIN) / SECOND
  const to = ((index + 1) * BLOCK + MARGIN) / SECOND
  const { offset: first, changes } = changesBetween(rules, from, to)
  const segments: Segment[] = []
  let start = Number.NEGATIVE_INFINITY
  let offset = first * SECOND
  for (const [at, next] of changes) {
    segments.push({ start, wallEnd: at * SECOND + offset, offset })
    start = at * SECOND
    offset = next * SECOND
  }
  segments.push({ start, wallEnd: Number.POSITIVE_INFINITY, offset })
  return segments
}
