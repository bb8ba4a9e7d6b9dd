const SECOND = 1_000
const DAY = 86_400 * SECOND

// The years are cut into blocks of 397 days (a power of two), each probed when first asked for. A block also knows
// two days on either side, so that a wall time and its instant are always found in the same block.
const BLOCK = 2 ** 35
const MARGIN = 2 * DAY

// Two changes of one zone since 1970 are never closer than 6.9 days (Gaza, Boa Vista), so that no pair of them hides
// between two probes.
const PROBE_STEP = 3 * DAY

// Dates come from strangers: a walk through eight thousand years must not stay in memory.
const MAX_BLOCKS = 64
const LAST_INSTANT = 8.64e15

/** A stretch of time during which a zone's clocks keep one offset. */
export interface Segment {
  /** Its first instant, epoch milliseconds; -Infinity at the edge of what was probed. */
  readonly start: number
  /** The wall time at which it ends on its own clock, in milliseconds since 1970-01-01T00:00 of that clock. */
  readonly wallEnd: number
  /** What its clock is ahead of UTC by, in milliseconds. */
  readonly offset: number
}

/** A zone's rules as integers. Opaque: ask it through the functions of `wall-time.ts`. */
export interface ZoneTable {
  /** The name as the platform spells it; an alias may come out as another name of the same zone. */
  readonly timeZone: string
  /** The segments, ascending, around an instant or wall time (milliseconds); they cover two days either side. */
  readonly around: (time: number) => readonly Segment[]
}

// By lower-case name: spellings of one name share an entry, so only as many fit in as there are names.
const tables = new Map<string, ZoneTable>()
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+/-]*$/

/**
 * The rules of an IANA zone, in any case (`europe/berlin`), made once and kept. Source of the rules: `Intl`.
 * @throws RangeError for a name the platform does not know, and for a bare offset such as `+05:30`.
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

/** The nearest time that `Intl` can format; what lies beyond keeps the offset from there. */
function withinTime(time: number): number {
  return Math.max(-LAST_INSTANT, Math.min(time, LAST_INSTANT))
}

/** The first whole second after `before`, and not after `after`, at which `offset` is in force. */
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
