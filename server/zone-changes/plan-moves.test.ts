import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { overlaps } from '../../availability/interval.ts'
import { type Move, planMoves } from './plan-moves.ts'

const move = (id: string, start: number, by: number, length = 1): Move => ({
  id,
  now: { start, end: start + length },
  next: { start: start + by, end: start + by + length },
})
const idsOf = (moves: readonly Move[]) => moves.map(({ id }) => id)

describe('moving bookings past one another', () => {
  test.each([
    ['later: the last goes first', [move('a', 1, 1), move('b', 2, 1), move('c', 3, 1)], ['c', 'b', 'a']],
    [
      'earlier: the first goes first',
      [move('b', 2, -1), move('a', 1, -1), move('c', 3, -1)],
      ['a', 'b', 'c'],
    ],
    ['into a place that becomes free', [move('a', 1, 1), move('b', 2, -2)], ['b', 'a']],
    ['past an unmoved one', [move('a', 1, 2)], ['a']],
  ])('%s', (_name, moves, expected) => {
    const others = [{ start: 10, end: 11 }]
    expect(idsOf(planMoves(moves, others).order)).toEqual(expected)
  })

  test('leaves those where they are that a booking is in the way of, and those behind them', () => {
    const moves = [move('a', 1, 1), move('b', 2, 1), move('c', 5, 1)]
    const { order, blocked } = planMoves(moves, [{ start: 3, end: 4 }])
    expect([idsOf(order), idsOf(blocked)]).toEqual([['c'], ['b', 'a']])
  })

  test('only one of two gets the same place', () => {
    const { order, blocked } = planMoves([move('a', 1, 2), move('b', 5, -2)], [])
    expect([idsOf(order), idsOf(blocked)]).toEqual([['a'], ['b']])
  })

  const bookings = fc
    .array(
      fc.record({
        gap: fc.nat(4),
        length: fc.integer({ min: 1, max: 4 }),
        by: fc.integer({ min: -6, max: 6 }),
      }),
    )
    .map((all) => {
      let at = 0
      return all.map(({ gap, length, by }, index) => {
        const made = move(String(index), at + gap, by, length)
        at = made.now.end
        return made
      })
    })

  test('never overlaps anything on the way, and every booking moves or is blocked', () => {
    fc.assert(
      fc.property(bookings, (all) => {
        const moves = all.filter((_, index) => index % 4 !== 0)
        const places = new Map(all.map(({ id, now }) => [id, now]))
        const others = all.filter((_, index) => index % 4 === 0).map(({ now }) => now)
        const { order, blocked } = planMoves(moves, others)
        for (const { id, next } of order) {
          places.set(id, next)
          const rest = [...places].filter(([other]) => other !== id)
          expect(rest.filter(([, place]) => overlaps(place, next))).toEqual([])
        }
        expect(idsOf([...order, ...blocked]).toSorted()).toEqual(idsOf(moves).toSorted())
        for (const { id, next } of blocked)
          expect([...places].some(([other, place]) => other !== id && overlaps(place, next))).toBe(true)
      }),
    )
  })

  test('the same shift for all moves all', () => {
    fc.assert(
      fc.property(bookings, fc.integer({ min: -30, max: 30 }), (all, by) => {
        const moves = all.map(({ id, now }) => move(id, now.start, by, now.end - now.start))
        expect(planMoves(moves, []).blocked).toEqual([])
      }),
    )
  })
})
