import type { OffsetChange, ZoneRules } from '../../availability/zone-rules.ts'
import { compactRules } from './compact-rules.ts'
import { parsePosixRule } from './posix-rule.ts'
import { MAX_TIME, MIN_TIME } from './zone-data.ts'

const MAGIC = 'TZif'
const HEADER_BYTES = 44
const TYPE_BYTES = 6
/** The limits of RFC 9636 (3.2). */
const [MIN_OFFSET, MAX_OFFSET] = [-89_999, 93_599]

interface Counts {
  isUt: number
  isStandard: number
  leap: number
  time: number
  type: number
  character: number
}

/**
 * Reads a compiled zone (RFC 9636), version 2 or later.
 * @throws Error for a file that is cut off, inconsistent, or counts leap seconds.
 */
export function parseTzif(file: Buffer, timeZone: string): ZoneRules {
  const old = readHeader(file, 0)
  const start = HEADER_BYTES + blockLength(old, 4)
  const counts = readHeader(file, start)
  const block = file.subarray(start + HEADER_BYTES)
  const length = blockLength(counts, 8)
  if (block.length < length) throw new Error('cut off')
  if (counts.leap > 0) throw new Error('counts leap seconds')
  if (counts.type === 0) throw new Error('no offsets')
  const offsets = Array.from({ length: counts.type }, (_, index) =>
    validOffset(block.readInt32BE(counts.time * 9 + index * TYPE_BYTES)),
  )
  const changes = readChanges(block, counts.time, offsets)
  const last = changes.at(-1)?.[1] ?? offsets[0]!
  const footer = readFooter(block.subarray(length))
  // Without one, nothing is known about later changes.
  const rule = footer === '' ? { offset: last, yearly: [] } : parsePosixRule(footer)
  const rules = { timeZone, offset: offsets[0]!, changes, yearly: rule.yearly }
  const possible = rule.yearly.length === 0 ? [rule.offset] : rule.yearly.map(({ offset }) => offset)
  if (!possible.includes(last)) throw new Error('ends unlike its last rule')
  return compactRules(rules)
}

function readHeader(file: Buffer, at: number): Counts {
  if (file.length < at + HEADER_BYTES) throw new Error('cut off')
  if (file.toString('latin1', at, at + 4) !== MAGIC) throw new Error('not a TZif file')
  if (file[at + 4]! < '2'.charCodeAt(0)) throw new Error('only 32-bit times')
  const [isUt, isStandard, leap, time, type, character] = [20, 24, 28, 32, 36, 40].map((offset) =>
    file.readUInt32BE(at + offset),
  ) as [number, number, number, number, number, number]
  return { isUt, isStandard, leap, time, type, character }
}

const blockLength = ({ isUt, isStandard, leap, time, type, character }: Counts, timeBytes: number) =>
  time * (timeBytes + 1) + type * TYPE_BYTES + character + leap * (timeBytes + 4) + isStandard + isUt

function readChanges(block: Buffer, count: number, offsets: readonly number[]): OffsetChange[] {
  let previous = Number.NEGATIVE_INFINITY
  return Array.from({ length: count }, (_, index) => {
    const listedAt = block.readInt32BE(index * 8) * 2 ** 32 + block.readUInt32BE(index * 8 + 4)
    // Some files begin with the age of the universe.
    const at = Math.max(listedAt, MIN_TIME)
    const offset = offsets[block[count * 8 + index]!]
    if (at <= previous || at > MAX_TIME || offset === undefined) throw new Error('inconsistent changes')
    previous = at
    return [at, offset]
  })
}

function validOffset(seconds: number): number {
  if (seconds < MIN_OFFSET || seconds > MAX_OFFSET) throw new Error(`offset of ${seconds} seconds`)
  return seconds
}

function readFooter(bytes: Buffer): string {
  const match = /^\n([^\n]*)\n/.exec(bytes.toString('latin1'))
  if (!match) throw new Error('cut off')
  return match[1]!
}
