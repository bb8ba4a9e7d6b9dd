import { expect, it } from 'vitest'
import { eventsSearch, isLeaving } from './filters.ts'

it('reads known filters from the URL and ignores everything else', () => {
  expect(eventsSearch({ status: 'ended', acceptingBookings: 'false', includeArchived: 'true' })).toEqual({
    status: 'ended',
    acceptingBookings: 'false',
    includeArchived: 'true',
  })
  const label = '6f1c7e1e-9d0a-4d63-8f3f-222222222222'
  expect(eventsSearch({ labels_any: `${label},VIP,${label}`, labels_none: 'VIP' })).toEqual({
    labels_any: label,
  })
  expect(
    eventsSearch({ status: 'all', acceptingBookings: 'maybe', includeArchived: '1', page: '0' }),
  ).toEqual({})
  expect(eventsSearch({ status: 'deleted', q: 'call', sort: 'title', page: '2' })).toEqual({
    status: 'deleted',
    q: 'call',
    sort: 'title',
    page: '2',
  })
  expect(eventsSearch({ q: '', sort: 'newest', page: '2x' })).toEqual({})
  // Shared events have no filters.
  expect(eventsSearch({ shared: 'true', status: 'ended' })).toEqual({ shared: 'true' })
  expect(eventsSearch({ shared: 'no' })).toEqual({})
})

it('knows which changes take an event out of the list', () => {
  const event = { isArchived: false, isAccepting: true }
  const [archived, closed] = [
    { isArchived: true, isAccepting: false },
    { ...event, isAccepting: false },
  ]
  expect(isLeaving(archived, {})).toBe(true)
  expect(isLeaving(archived, { includeArchived: 'true' })).toBe(false)
  expect(isLeaving(archived, { includeArchived: 'true', acceptingBookings: 'true' })).toBe(true)
  expect(isLeaving(event, { includeArchived: 'true' })).toBe(false)
  expect(isLeaving(event, { acceptingBookings: 'false' })).toBe(true)
  expect(isLeaving(closed, {})).toBe(false)
  expect(isLeaving(closed, { acceptingBookings: 'true' })).toBe(true)
  expect(isLeaving(closed, { acceptingBookings: 'false' })).toBe(false)
})
