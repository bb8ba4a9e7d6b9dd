import { expect, it } from 'vitest'
import { eventsSearch } from './filters.ts'

it('reads known filters from the URL and ignores everything else', () => {
  expect(eventsSearch({ status: 'ended', acceptingBookings: 'false', includeArchived: 'true' })).toEqual({
    status: 'ended',
    acceptingBookings: 'false',
    includeArchived: 'true',
  })
  expect(
    eventsSearch({ status: 'all', acceptingBookings: 'maybe', includeArchived: '1', page: '2' }),
  ).toEqual({})
  // Shared events have no filters.
  expect(eventsSearch({ shared: 'true', status: 'ended' })).toEqual({ shared: 'true' })
  expect(eventsSearch({ shared: 'no' })).toEqual({})
})
