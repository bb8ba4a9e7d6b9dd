const SECOND = 1_000
const DAY = 86_400 * SECOND

// Years are split into blocks of 397 days (2^35 milliseconds), probed on first use. A block also covers two days on
// either side, so that a wall time and its instant are always in the same block.
const BLOCK = 2 ** 35
const MARGIN = 2 * DAY

// Two changes of a zone since 1970 are at least 6.9 days apart (Gaza, Boa Vista), so no pair of changes fits between
// two probes.
const PROBE_STEP = 3 * DAY

// Dates come from untrusted input: a query across eight thousand years must not fill the memory.
const MAX_BLOCKS = 64
const LAST_INSTANT = 8.64e15

/** A stretch of time with a constant offset. */
export interface Segment {
  /** The first instant in epoch milliseconds, or -Infinity at the edge of the probed range. */
  readonly start: number
  /** The wall time at the end of the segment, in milliseconds since 1970-01-01T00:00 on its own clock. */
  readonly wallEnd: number
  /** How far the clock is ahead of UTC, in milliseconds. */
  readonly offset: number
}

/** A zone's rules as integers. Opaque: use the functions of `wall-time.ts`. */
export interface ZoneTable {
  /** The name as the platform spells it. For an alias, this can be a different name of the same zone. */
  readonly timeZone: string
  /** The segments around an instant or wall time (milliseconds), ascending. They cover two days on either side. */
  readonly around: (time: number) => readonly Segment[]
}

// Keyed by lower-case name, so that all spellings share an entry and the size is bounded by the number of zones.
const tables = new Map<string, ZoneTable>()
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+/-]*$/

/**
 * The cached rules of an IANA zone, case-insensitive (`europe/berlin`). The rules come from `Intl`.
 * @throws RangeError for an unknown name or a bare offset such as `+05:30`.
 */
export function zoneTable(timeZone: string): ZoneTable {
  const key = timeZone.toLowerCase()
  const known = ZONE_NAME.test(timeZone) ? tables.get(key) : undefined
  if (known) return known
  const table = readZone(timeZone)
  tables.set(key, table)
  return table
}

/** Whether `zoneTable` accepts this name. */
export function isTimeZone(timeZone: string): boolean {
  try {
    zoneTable(timeZone)
    return true
  } catch {
    return false
  }
}

function readZone(timeZone: string): ZoneTable {
  if (!ZONE_NAME.test(timeZone)) throw new RangeError(`Unknown time zone: ${timeZone}`)
  const format = offsetFormat(timeZone)
  const blocks = new Map<number, readonly Segment[]>()
  let lastIndex = Number.NaN
  let last: readonly Segment[] = []
  const read = (index: number): readonly Segment[] => {
    if (blocks.size >= MAX_BLOCKS) blocks.clear()
    const block = readBlock(format, index)
    blocks.set(index, block)
    return block
  }
  return {
    timeZone: format.resolvedOptions().timeZone,
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

function offsetFormat(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', timeZoneName: 'longOffset' })
  } catch (cause) {
    throw new RangeError(`Unknown time zone: ${timeZone}`, { cause })
  }
}

function readBlock(format: Intl.DateTimeFormat, index: number): readonly Segment[] {
  const from = withinTime(index * BLOCK - MARGIN)
  const to = withinTime((index + 1) * BLOCK + MARGIN)
  const segments: Segment[] = []
  let start = Number.NEGATIVE_INFINITY
  let offset = readOffset(format, from)
  for (let probed = from; probed < to; probed += PROBE_STEP) {
    const until = Math.min(probed + PROBE_STEP, to)
    const offsetThen = readOffset(format, until)
    if (offsetThen !== offset) {
      const change = firstInstantOf(format, offsetThen, probed, until)
      segments.push({ start, wallEnd: change + offset, offset })
      start = change
      offset = offsetThen
    }
  }
  segments.push({ start, wallEnd: Number.POSITIVE_INFINITY, offset })
  return segments
}

/** The closest time that `Intl` can format. Anything beyond keeps that offset. */
function withinTime(time: number): number {
  return Math.max(-LAST_INSTANT, Math.min(time, LAST_INSTANT))
}

/** The first whole second in (`before`, `after`] at which `offset` applies. */
function firstInstantOf(format: Intl.DateTimeFormat, offset: number, before: number, after: number): number {
  let low = Math.floor(before / SECOND)
  let high = Math.floor(after / SECOND)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (readOffset(format, middle * SECOND) === offset) high = middle
    else low = middle
  }
  return high * SECOND
}

const OFFSET = /GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/

function readOffset(format: Intl.DateTimeFormat, instant: number): number {
  const text = format.format(instant)
  const match = OFFSET.exec(text)
  if (!match) throw new Error(`Unreadable offset: ${text}`)
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = match
  const size = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * SECOND
  return sign === '-' ? -size : size
}
