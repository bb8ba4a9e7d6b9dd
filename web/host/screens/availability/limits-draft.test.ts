import { expect, it } from 'vitest'
import type { BookingLimit } from '../../../../contract/events/event-rules.ts'
import { changesBetween, changesOf, inputFrom, isLimitsDraft, withMore, withChanges } from './limits-draft.ts'

const limit = (per: BookingLimit['per'], bookings: number | null, minutes: number | null = null) => ({
  per,
  bookings,
  minutes,
})
const saved = (...booking_limits: BookingLimit[]) => ({ week_start: 'monday' as const, booking_limits })

it('keeps the limits that another tab saved, also in the same period', () => {
  const draft = changesBetween(saved(), saved(limit('week', 10)))
  expect(draft).toEqual({ week: { bookings: 10 } })
  const theirs = saved(limit('day', 3), limit('week', 5, 120))
  expect(withChanges(draft, theirs)).toEqual(saved(limit('day', 3), limit('week', 10, 120)))
  expect(inputFrom(draft, theirs)).toEqual({ booking_limits: [limit('day', 3), limit('week', 10, 120)] })
})

it('removes a limit without restoring one that another tab removed', () => {
  const draft = changesBetween(saved(limit('day', 3, 60), limit('month', 9)), saved(limit('day', null, 60)))
  expect(draft).toEqual({ day: { bookings: null }, month: { bookings: null } })
  expect(inputFrom(draft, saved(limit('day', 3)))).toEqual({ booking_limits: [] })
})

it('saves only what differs from the saved settings', () => {
  const draft = { week_start: 'sunday', day: { bookings: 3 } } as const
  expect(inputFrom(draft, saved(limit('day', 3)))).toEqual({ week_start: 'sunday' })
  expect(changesOf(draft, { ...saved(limit('day', 3)), week_start: 'sunday' })).toEqual({})
})

it('adds changes to a draft', () => {
  const draft = { week_start: 'sunday', day: { bookings: 3 }, week: { minutes: 60 } } as const
  expect(withMore(draft, { day: { minutes: 90 }, week: { minutes: null } })).toEqual({
    week_start: 'sunday',
    day: { bookings: 3, minutes: 90 },
    week: { minutes: null },
  })
})

it('restores a stored draft only if it has the right shape', () => {
  for (const draft of [{}, { week_start: 'sunday' }, { day: { bookings: 3, minutes: null } }])
    expect(isLimitsDraft(draft)).toBe(true)
  for (const other of [null, { week_start: 'monday', booking_limits: [] }, { week_start: '' }, { day: 3 }]) {
    expect(isLimitsDraft(other)).toBe(false)
  }
  expect(isLimitsDraft({ day: { bookings: '3' } })).toBe(false)
})
