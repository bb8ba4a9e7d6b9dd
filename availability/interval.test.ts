import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Interval, merge, overlaps } from './interval.ts'

const interval = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 12 }))
  .map(([start, length]): Interval => ({ start, end: start + length }))

const units = (intervals: readonly Interval[]): number[] => {
  const covered = new Set<number>()
  for (const { start, end } of intervals) for (let unit = start; unit < end; unit += 1) covered.add(unit)
  return [...covered].toSorted((a, b) => a - b)
}

describe('overlaps', () => {
  it('detects shared time in either order', () => {
    expect(overlaps({ start: 0, end: 10 }, { start: 9, end: 20 })).toBe(true)
    expect(overlaps({ start: 9, end: 20 }, { start: 0, end: 10 })).toBe(true)
    expect(overlaps({ start: 0, end: 30 }, { start: 10, end: 20 })).toBe(true)
  })

  it('ignores intervals that only touch', () => {
    expect(overlaps({ start: 0, end: 10 }, { start: 10, end: 20 })).toBe(false)
    expect(overlaps({ start: 10, end: 20 }, { start: 0, end: 10 })).toBe(false)
  })

  it('ignores empty intervals, even inside another interval', () => {
    expect(overlaps({ start: 5, end: 5 }, { start: 0, end: 10 })).toBe(false)
    expect(overlaps({ start: 0, end: 10 }, { start: 5, end: 5 })).toBe(false)
  })

  it('is true exactly if some unit of time is in both', () => {
    fc.assert(
      fc.property(interval, interval, (a, b) => {
        const inA = new Set(units([a]))
        expect(overlaps(a, b)).toBe(units([b]).some((unit) => inA.has(unit)))
      }),
    )
  })
})

describe('merge', () => {
  it('sorts, joins what overlaps or touches, and drops empty intervals', () => {
    const intervals = [
      { start: 50, end: 60 },
      { start: 10, end: 20 },
      { start: 70, end: 70 },
      { start: 20, end: 30 },
      { start: 12, end: 15 },
    ]
    expect(merge(intervals)).toEqual([
      { start: 10, end: 30 },
      { start: 50, end: 60 },
    ])
  })

  it("doesn't modify its input", () => {
    const intervals = Object.freeze([
      Object.freeze({ start: 5, end: 9 }),
      Object.freeze({ start: 0, end: 5 }),
    ])
    expect(merge(intervals)).toEqual([{ start: 0, end: 9 }])
    expect(intervals).toEqual([
      { start: 5, end: 9 },
      { start: 0, end: 5 },
    ])
  })

  it('covers the same time in ascending, separate intervals', () => {
    fc.assert(
      fc.property(fc.array(interval, { maxLength: 12 }), (intervals) => {
        const merged = merge(intervals)
        expect(units(merged)).toEqual(units(intervals))
        expect(
          merged.every(({ start, end }, n) => start < end && (n === 0 || start > merged[n - 1]!.end)),
        ).toBe(true)
      }),
    )
  })
})
