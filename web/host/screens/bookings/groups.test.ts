import { expect, it } from 'vitest'
import type { ListedBooking } from '../../../../contract/bookings/booking-list.schema.ts'
import { byDay, byEvent } from './groups.ts'

const booking = (id: string, boomEventId: string | null, eventTitle: string) =>
  ({ id, boomEventId, eventTitle, deletedEventId: null, createdAt: '' }) as unknown as ListedBooking

it('groups bookings by event in page order, and by title if a deleted event is unknown', () => {
  const groups = byEvent([
    booking('1', 'a', 'Tea'),
    booking('2', null, 'Tea'),
    booking('3', 'b', 'Tea'),
    booking('4', 'a', 'Tea'),
    booking('5', null, 'Cake'),
    booking('6', null, 'Tea'),
  ])
  const shape = groups.map(({ title, bookings, before }) => [title, before, ...bookings.map(({ id }) => id)])
  expect(shape).toEqual([
    ['Tea', 0, '1', '4'],
    ['Tea', 2, '2', '6'],
    ['Tea', 4, '3'],
    ['Cake', 5, '5'],
  ])
})

it('keeps a deleted event’s bookings together under its latest title', () => {
  const booked = (id: string, eventTitle: string, createdAt: string) => ({
    ...booking(id, null, eventTitle),
    deletedEventId: 'a',
    createdAt,
  })
  const groups = byEvent([
    booked('1', 'Tea', '2027-01-04'),
    booking('2', null, 'Tea'),
    booked('3', 'High tea', '2027-01-06'),
    booked('4', 'Tea', '2027-01-05'),
  ])
  const shape = groups.map(({ title, bookings }) => [title, ...bookings.map(({ id }) => id)])
  expect(shape).toEqual([
    ['High tea', '1', '3', '4'],
    ['Tea', '2'],
  ])
})

it('splits a page into runs of the same day', () => {
  const days = byDay(
    ['Mon 1', 'Mon 2', 'Tue 3', 'Mon 4'].map((id) => booking(id, 'a', 'Tea')),
    ({ id }) => id.slice(0, 3),
  )
  expect(days.map(({ date, bookings }) => [date, ...bookings.map(({ id }) => id)])).toEqual([
    ['Mon', 'Mon 1', 'Mon 2'],
    ['Tue', 'Tue 3'],
    ['Mon', 'Mon 4'],
  ])
  expect(new Set(days.map(({ key }) => key)).size).toBe(3)
})
