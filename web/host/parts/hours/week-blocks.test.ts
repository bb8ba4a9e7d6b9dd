import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDate, parseDate } from '../../../../availability/wall-time.ts'
import { zoneTable } from '../../../../contract/time/time-zones.ts'
import { timeRangeErrors } from '../../../../contract/hours/weekly-availability.ts'
import {
  type Block,
  blocksOf,
  busyOn,
  drawn,
  joined,
  moved,
  rangesOf,
  stretched,
  tapped,
  weekOf,
  withHours,
} from './week-blocks.ts'

const hours = (start: number, end: number): Block => ({ start: start * 60, end: end * 60 })
const workday = [hours(9, 12), hours(13, 17)]

describe('hours that touch', () => {
  it('become one', () => {
    expect(joined([hours(13, 17), hours(9, 12), hours(12, 13)])).toEqual([hours(9, 17)])
    expect(joined([hours(9, 17), hours(10, 11), hours(18, 19)])).toEqual([hours(9, 17), hours(18, 19)])
  })

  it('are added to a day', () => {
    const added = { start: '00:00', end: '02:00' }
    const slots = [
      { start: '01:00', end: '03:00' },
      { start: '09:00', end: '17:00' },
    ]
    expect(withHours({ enabled: true, slots }, added)).toEqual({
      enabled: true,
      slots: [{ start: '00:00', end: '03:00' }, slots[1]],
    })
    // A day that is off has none, whatever it had before.
    expect(withHours({ enabled: false, slots }, added)).toEqual({ enabled: true, slots: [added] })
  })

  it('cover the same minutes as one', () => {
    const block = fc
      .tuple(fc.integer({ min: 0, max: 95 }), fc.integer({ min: 1, max: 96 }))
      .map(([start, length]) => ({ start: start * 15, end: Math.min((start + length) * 15, 24 * 60) }))
    const covers = (blocks: readonly Block[], minute: number) =>
      blocks.some(({ start, end }) => start <= minute && minute < end)
    fc.assert(
      fc.property(fc.array(block, { maxLength: 6 }), (blocks) => {
        const found = joined(blocks)
        for (let minute = 0; minute < 24 * 60; minute += 15)
          expect(covers(found, minute)).toBe(covers(blocks, minute))
        expect(found.every(({ start }, index) => index === 0 || found[index - 1]!.end < start)).toBe(true)
      }),
    )
  })
})

describe('drawing hours', () => {
  it('fills whole steps, up to the next block', () => {
    expect(drawn([], 551, 604)).toEqual({ start: 9 * 60, end: 10 * 60 + 15 })
    expect(drawn([], 604, 551)).toEqual({ start: 9 * 60, end: 10 * 60 + 15 })
    expect(drawn(workday, 7 * 60, 10 * 60)).toEqual(hours(7, 9))
    expect(drawn(workday, 20 * 60, 3000)).toEqual(hours(20, 24))
  })

  it('starts nowhere inside a block, and not without room', () => {
    expect(drawn(workday, 10 * 60, 12.5 * 60)).toBeNull()
    expect(drawn([hours(9, 12), { start: 725, end: 800 }], 722, 724)).toBeNull()
  })

  it('adds an hour where one taps', () => {
    expect(tapped(workday, 12 * 60 + 5)).toEqual(hours(12, 13))
    expect(tapped(workday, 18 * 60 + 40)).toEqual(hours(18.5, 19.5))
    expect(tapped(workday, 23 * 60 + 50)).toEqual(hours(23.5, 24))
  })

  it('moves a block as far as its neighbors and the day let it', () => {
    expect(moved(hours(9, 12), 610, [hours(13, 17)])).toEqual({ start: 600, end: 780 })
    expect(moved(hours(9, 12), 650, [hours(13, 17)])).toEqual(hours(10, 13))
    expect(moved(hours(9, 12), 18 * 60, [hours(13, 17)])).toEqual(hours(18, 21))
    expect(moved(hours(9, 12), -100, [])).toEqual(hours(0, 3))
    expect(moved(hours(9, 12), 14 * 60, [hours(13, 17)])).toBeNull()
  })

  it('stretches both ends, but not below one step', () => {
    expect(stretched(hours(9, 12), 'end', 20 * 60, [hours(13, 17)])).toEqual(hours(9, 13))
    expect(stretched(hours(9, 12), 'end', 0, [])).toEqual({ start: 540, end: 555 })
    expect(stretched(hours(13, 17), 'start', 0, [hours(9, 12)])).toEqual(hours(12, 17))
    expect(stretched(hours(13, 17), 'start', 2000, [])).toEqual({ start: 1005, end: 1020 })
  })

  it('keeps a day sound, whatever is drawn, moved and stretched', () => {
    const minute = fc.integer({ min: -200, max: 1700 })
    const actions = fc.array(fc.tuple(fc.constantFrom('draw', 'tap', 'move', 'start', 'end'), minute, minute))
    fc.assert(
      fc.property(actions, (steps) => {
        let blocks: Block[] = []
        for (const [action, one, two] of steps) {
          const at = Math.abs(one) % Math.max(blocks.length, 1)
          const others = blocks.toSpliced(at, 1)
          const block = blocks[at]
          if (action === 'draw' || action === 'tap') {
            const from = Math.min(Math.max(one, 0), 1439)
            const added = action === 'draw' ? drawn(blocks, from, two) : tapped(blocks, from)
            blocks = blocks.concat(added ?? [])
          } else if (block) {
            const next = action === 'move' ? moved(block, two, others) : stretched(block, action, two, others)
            blocks = [...others, next ?? block]
          }
          blocks = blocksOf(rangesOf(blocks))
          expect(timeRangeErrors(rangesOf(blocks)).every((error) => error === null)).toBe(true)
        }
      }),
    )
  })

  it('leaves out ranges that it can’t show', () => {
    expect(
      blocksOf([
        { start: '17:00', end: '09:00' },
        { start: 'soon', end: '' },
      ]),
    ).toEqual([])
    expect(rangesOf(blocksOf([{ start: '20:00', end: '23:59' }]))).toEqual([{ start: '20:00', end: '23:59' }])
  })
})

describe('busy times of a week', () => {
  const newYork = zoneTable('America/New_York')
  const at = (iso: string) => Date.parse(iso)

  it('are shown on the clock of the zone, split at midnight', () => {
    const busy = [{ start: at('2027-01-05T20:00:00Z'), end: at('2027-01-06T06:30:00Z') }]
    expect(busyOn(parseDate('2027-01-05'), busy, newYork)).toEqual([hours(15, 24)])
    expect(busyOn(parseDate('2027-01-06'), busy, newYork)).toEqual([hours(0, 1.5)])
    expect(busyOn(parseDate('2027-01-07'), busy, newYork)).toEqual([])
  })

  it('cover a day with a clock change as its clock shows it', () => {
    const day = parseDate('2027-03-14')
    const busy = [{ start: at('2027-03-14T05:00:00Z'), end: at('2027-03-14T13:00:00Z') }]
    expect(busyOn(day, busy, newYork)).toEqual([hours(0, 9)])
  })

  it.each([
    ['05:30', '06:15', [hours(1, 1.25), hours(1.5, 2)]],
    ['05:30', '06:00', [hours(1.5, 2)]],
    ['06:00', '06:15', [hours(1, 1.25)]],
    ['04:30', '06:15', [hours(0.5, 2)]],
    ['05:30', '07:30', [hours(1, 2.5)]],
    ['03:00', '06:15', [hours(0, 2)]],
  ])('are shown where the clock goes back, from %s to %s', (from, to, blocks) => {
    const busy = [{ start: at(`2027-11-07T${from}:00Z`), end: at(`2027-11-07T${to}:00Z`) }]
    expect(busyOn(parseDate('2027-11-07'), busy, newYork)).toEqual(blocks)
  })

  it('are left out within a minute', () => {
    const busy = [{ start: at('2027-01-05T15:00:05Z'), end: at('2027-01-05T15:00:20Z') }]
    expect(busyOn(parseDate('2027-01-05'), busy, newYork)).toEqual([])
  })

  it('keep a day whose clock goes back at its end', () => {
    const day = parseDate('2018-02-17')
    const busy = [{ start: at('2018-02-18T01:30:00Z'), end: at('2018-02-18T02:15:00Z') }]
    expect(busyOn(day, busy, zoneTable('America/Sao_Paulo'))).toEqual([hours(23, 23.25), hours(23.5, 24)])
  })

  it('start on the chosen weekday', () => {
    const instant = at('2027-01-06T12:00:00Z')
    expect([0, 5, 6].map((first) => formatDate(weekOf(instant, newYork, first)))).toEqual([
      '2027-01-04',
      '2027-01-02',
      '2027-01-03',
    ])
    expect(formatDate(weekOf(at('2027-01-04T03:00:00Z'), newYork, 0))).toBe('2026-12-28')
  })
})
