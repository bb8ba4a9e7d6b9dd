import fc from 'fast-check'
import { expect, it } from 'vitest'
import { columnsOf } from './columns.ts'

const span = fc
  .record({ top: fc.integer({ min: 0, max: 1440 }), length: fc.integer({ min: 1, max: 300 }) })
  .map(({ top, length }) => ({ top, bottom: top + length }))
const spans = fc.array(span, { maxLength: 30 }).map((all) => all.map((one, id) => ({ ...one, id })))

const overlap = (a: { top: number; bottom: number }, b: { top: number; bottom: number }) =>
  a.top < b.bottom && b.top < a.bottom

it('gives every span a place of its own', () => {
  fc.assert(
    fc.property(spans, (all) => {
      const placed = columnsOf(all)
      expect(placed.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(all.map(({ id }) => id))
      for (const one of placed) {
        expect(one.column).toBeGreaterThanOrEqual(0)
        expect(one.column).toBeLessThan(one.columns)
        for (const other of placed) {
          if (one.id === other.id || !overlap(one, other)) continue
          expect(other.column).not.toBe(one.column)
          expect(other.columns).toBe(one.columns)
        }
      }
    }),
  )
})

it('uses no more columns than spans overlap at some time', () => {
  fc.assert(
    fc.property(spans, (all) => {
      const most = Math.max(
        0,
        ...all.map(({ top }) => all.filter((one) => one.top <= top && top < one.bottom).length),
      )
      expect(Math.max(0, ...columnsOf(all).map(({ columns }) => columns))).toBe(most)
    }),
  )
})

it('puts meetings that follow each other into the full width', () => {
  expect(
    columnsOf([
      { top: 60, bottom: 90 },
      { top: 30, bottom: 60 },
    ]),
  ).toEqual([
    { top: 30, bottom: 60, column: 0, columns: 1 },
    { top: 60, bottom: 90, column: 0, columns: 1 },
  ])
})
