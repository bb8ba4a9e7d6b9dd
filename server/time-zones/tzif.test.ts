import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changesBetween } from '../../availability/zone-rules.ts'
import { compiledZones } from '../../testing/time-zones/zoneinfo.ts'
import { compactRules } from './compact-rules.ts'
import { parsePosixRule } from './posix-rule.ts'
import { parseTzif } from './tzif.ts'

const files = compiledZones()
const HOUR = 3600
const seconds = (text: string) => Date.parse(text) / 1000

describe('a compiled zone', () => {
  test('has its changes, and what happens every year after them', () => {
    const rules = parseTzif(files.get('Europe/Berlin')!, 'Europe/Berlin')
    expect(rules.yearly).toEqual([
      { month: 3, day: 25, weekday: 6, time: 2 * HOUR, offset: 2 * HOUR },
      { month: 10, day: 25, weekday: 6, time: 3 * HOUR, offset: HOUR },
    ])
    expect(changesBetween(rules, seconds('2027-01-01T00:00Z'), seconds('2027-12-31T00:00Z'))).toEqual({
      offset: HOUR,
      changes: [
        [seconds('2027-03-28T01:00Z'), 2 * HOUR],
        [seconds('2027-10-31T01:00Z'), HOUR],
      ],
    })
  })

  test('can end its changes for good', () => {
    const { yearly, changes } = parseTzif(files.get('America/Winnipeg')!, 'America/Winnipeg')
    expect(yearly).toEqual([])
    expect(changes.at(-1)).toEqual([seconds('2026-03-08T08:00Z'), -5 * HOUR])
  })

  test('keeps its offset until its yearly changes begin', () => {
    // On +03 for good, which a later law replaces by +02 with daylight saving time: the last change changes nothing.
    const begins = seconds('2027-03-28T01:00Z')
    const { offset, changes } = changesBetween(
      compactRules({
        ...parseTzif(files.get('Europe/Athens')!, 'Europe/Istanbul'),
        changes: [
          [seconds('2016-03-27T01:00Z'), 3 * HOUR],
          [begins, 3 * HOUR],
        ],
      }),
      seconds('2026-12-01T00:00Z'),
      seconds('2027-12-01T00:00Z'),
    )
    expect(offset).toBe(3 * HOUR)
    expect(changes).toEqual([
      [begins, 3 * HOUR],
      [seconds('2027-10-31T01:00Z'), 2 * HOUR],
    ])
  })

  test('without a last rule keeps its last offset', () => {
    const tokyo = files.get('Asia/Tokyo')!
    const rules = parseTzif(
      Buffer.concat([tokyo.subarray(0, tokyo.lastIndexOf('\n', -2) + 1), Buffer.from('\n')]),
      'X',
    )
    expect(changesBetween(rules, seconds('2027-01-01T00:00Z'), seconds('2027-01-02T00:00Z')).offset).toBe(
      9 * HOUR,
    )
    expect(rules.yearly).toEqual([])
  })

  test('may list a change at the beginning of the universe before its yearly ones', () => {
    const file = Buffer.from(files.get('Europe/Berlin')!)
    const header = file.lastIndexOf('TZif')
    const count = file.readUInt32BE(header + 32)
    const times = header + 44
    // Only the last listed change, with its offset.
    const single = Buffer.concat([
      file.subarray(0, times),
      Buffer.alloc(8),
      file.subarray(times + count * 9 - 1),
    ])
    single.writeUInt32BE(1, header + 32)
    single.writeBigInt64BE(BigInt(-(2 ** 59)), times)
    const { changes } = parseTzif(single, 'Europe/Berlin')
    expect(changes).toHaveLength(1)
  })

  test('whose changes are before or after all dates keeps them', () => {
    const berlin = parseTzif(files.get('Europe/Berlin')!, 'Europe/Berlin')
    const changes = [
      [-9e15, 2 * HOUR],
      [9e15, HOUR],
    ] as const
    expect(compactRules({ ...berlin, changes }).changes).toEqual(changes)
  })

  test('that is cut off anywhere is refused', () => {
    fc.assert(
      fc.property(fc.constantFrom(...files.values()), fc.nat(), (file, at) => {
        expect(() => parseTzif(file.subarray(0, at % file.length), 'X')).toThrow(Error)
      }),
    )
  })

  test('with damaged bytes is refused, or at least has rules that can be calculated with', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...files.values()),
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 5 }),
        (file, damages) => {
          const damaged = Buffer.from(file)
          for (const [at, byte] of damages) damaged[at % damaged.length] = byte
          let rules
          try {
            rules = parseTzif(damaged, 'X')
          } catch (error) {
            expect(error).toBeInstanceOf(Error)
            return
          }
          const { offset, changes } = changesBetween(rules, 0, 4e9)
          expect([offset, ...changes.flat()].every(Number.isSafeInteger)).toBe(true)
          expect(changes.every(([at], index) => index === 0 || at > changes[index - 1]![0])).toBe(true)
        },
      ),
    )
  })

  test.each([
    ['an empty file', Buffer.alloc(0), 'cut off'],
    ['another format', Buffer.alloc(200, 'x'), 'not a TZif file'],
    ['32-bit times alone', onlyOldTimes(), 'only 32-bit times'],
    ['a change at the end of the universe', withLastChange(2 ** 59), 'inconsistent changes'],
    ['a change that one damaged byte moves after all dates', withDamagedChange(), 'inconsistent changes'],
    ['a missing last rule', files.get('Asia/Tokyo')!.subarray(0, -7), 'cut off'],
  ])('can’t be %s', (_, file, problem) => {
    expect(() => parseTzif(file, 'X')).toThrow(problem)
  })

  test('can’t end unlike its last rule', () => {
    const file = Buffer.from(
      files.get('Europe/Berlin')!.toString('latin1').replace('CET-1CEST', 'CET-5CEST'),
      'latin1',
    )
    expect(() => parseTzif(file, 'X')).toThrow('ends unlike its last rule')
  })
})

/** New York's zone with its last listed change at another time, in seconds. */
function withLastChange(at: number): Buffer {
  const file = Buffer.from(files.get('America/New_York')!)
  const header = file.lastIndexOf('TZif')
  const count = file.readUInt32BE(header + 32)
  file.writeBigInt64BE(BigInt(at), header + 44 + (count - 1) * 8)
  return file
}

/** Ensenada's zone with one other byte in the time of its last listed change. */
function withDamagedChange(): Buffer {
  const file = Buffer.from(files.get('America/Ensenada')!)
  const header = file.lastIndexOf('TZif')
  file[header + 44 + (file.readUInt32BE(header + 32) - 1) * 8 + 1] = 193
  return file
}

function onlyOldTimes(): Buffer {
  const file = Buffer.from(files.get('Europe/Berlin')!)
  file[4] = 0
  return file
}

describe('the last rule', () => {
  test.each([
    ['MST7', -7 * HOUR, []],
    ['EET-2EEST,0/0,J365/25', 3 * HOUR, []],
    ['<+0545>-5:45', 5.75 * HOUR, []],
    [
      'IST-1GMT0,M10.5.0,M3.5.0/1',
      HOUR,
      [
        { month: 3, day: 25, weekday: 6, time: HOUR, offset: HOUR },
        { month: 10, day: 25, weekday: 6, time: 2 * HOUR, offset: 0 },
      ],
    ],
    [
      '<-02>2<-01>,M3.5.0/-1,M10.5.0/0',
      -2 * HOUR,
      [
        { month: 3, day: 25, weekday: 6, time: -HOUR, offset: -HOUR },
        { month: 10, day: 25, weekday: 6, time: 0, offset: -2 * HOUR },
      ],
    ],
    [
      'IST-2IDT,M3.4.4/26,M10.5.0',
      2 * HOUR,
      [
        { month: 3, day: 22, weekday: 3, time: 26 * HOUR, offset: 3 * HOUR },
        { month: 10, day: 25, weekday: 6, time: 2 * HOUR, offset: 2 * HOUR },
      ],
    ],
  ])('%s', (text, offset, yearly) => expect(parsePosixRule(text)).toEqual({ offset, yearly }))

  test.each([
    '',
    'CET',
    'CET-1CEST',
    'EST5EDT,J60,J300',
    'EST5EDT,M13.1.0,M11.1.0',
    'EST5EDT,M2.5.0,M11.1.0',
  ])('can’t be %j', (text) => expect(() => parsePosixRule(text)).toThrow(/rule|month/))
})
