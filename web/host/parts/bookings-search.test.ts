import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bookingListQuery } from '../../../contract/bookings/booking-list.schema.ts'
import '../../../testing/time-zones/time-zones.ts'
import { dateAt } from './time/date-at.ts'
import { bookingsSearch, changed, listQuery, tabOf, toTab, viewOf } from './bookings-search.ts'

const event = '6f1c7e1e-9d0a-4d63-8f3f-111111111111'
const label = '6f1c7e1e-9d0a-4d63-8f3f-222222222222'
const whole = {
  shared: 'true',
  booking_q: 'bob marsh',
  booking_status: 'confirmed,canceled',
  created_after: '2027-01-04',
  updated_after: '2027-01-05',
  meeting_after: '2027-01-06',
  meeting_before: '2027-01-07',
  when: 'past',
  duration_min: '15',
  duration_max: '60',
  attendees: 'ann@example.com, Cleo',
  event_ids: event,
  event_include_disabled: 'false',
  event_include_archived: 'false',
  event_status: 'not_yet_started,ended',
  event_q: 'tea',
  labels_any: label,
  labels_all: `${label},${event}`,
  labels_none: event,
  order_by: '-created_at',
  items_per_page: '100',
  page: '3',
  group_by_event: 'false',
}

describe('the URL', () => {
  it('contains every filter under its API name', () => {
    expect(bookingsSearch(whole)).toEqual(whole)
  })

  it('contains no defaults', () => {
    const defaults = {
      booking_q: '',
      booking_status: 'confirmed',
      event_include_disabled: 'true',
      event_status: 'ended,running,not_yet_started',
      order_by: 'start_utc',
      items_per_page: '50',
      page: '1',
      group_by_event: 'true',
    }
    expect(bookingsSearch(defaults)).toEqual({})
  })

  it.each([
    ['booking_status', 'lost'],
    ['booking_status', ''],
    ['meeting_after', '2027-02-30'],
    ['meeting_after', '1999-12-31'],
    ['meeting_before', '2027-1-4'],
    ['duration_min', '-5'],
    ['duration_max', '7.5'],
    ['event_ids', 'tea'],
    ['labels_any', 'VIP'],
    ['event_status', 'asleep'],
    ['order_by', 'email'],
    ['order_by', '--start_utc'],
    ['items_per_page', '33'],
    ['page', '0'],
    ['page', '1e3'],
    ['booking_ids', 'hKq3vYw0c8sXlqk1m2n3o4'],
    ['theme', 'dark'],
  ])('ignores %s=%s', (name, value) => {
    expect(bookingsSearch({ [name]: value })).toEqual({})
  })

  it('drops unknown list entries', () => {
    expect(bookingsSearch({ booking_status: 'canceled,lost', event_ids: `${event},tea,${event}` })).toEqual({
      booking_status: 'canceled',
      event_ids: event,
    })
  })
})

it('returns to the first page only if a filter changes', () => {
  expect(changed({ page: '3', booking_q: 'bob' }, { booking_q: 'ann' })).toEqual({ booking_q: 'ann' })
  expect(changed({ page: '3', booking_q: 'bob' }, { page: '4' })).toEqual({ page: '4', booking_q: 'bob' })
})

it('defaults to fifty per page, by start, grouped', () => {
  expect(viewOf({})).toEqual({
    sortKey: 'start_utc',
    isDescending: false,
    pageSize: 50,
    page: 1,
    isGrouped: true,
  })
  expect(viewOf(whole)).toEqual({
    sortKey: 'created_at',
    isDescending: true,
    pageSize: 100,
    page: 3,
    isGrouped: false,
  })
})

describe('the tabs', () => {
  it('start with upcoming bookings and show the latest past ones first', () => {
    expect(tabOf({})).toBe('upcoming')
    expect(listQuery(toTab('past'), 'UTC')).toMatchObject({ past: 'true', order_by: '-start_utc' })
    expect(listQuery(toTab('all'), 'UTC')).not.toHaveProperty('upcoming')
  })

  it('have one for canceled bookings of any time', () => {
    const search = changed({ when: 'past', order_by: 'start_utc' }, toTab('canceled'))
    expect(search).toEqual({ booking_status: 'canceled' })
    expect(tabOf(search)).toBe('canceled')
    expect(listQuery(search, 'UTC')).not.toHaveProperty('upcoming')
    expect(listQuery(search, 'UTC')).not.toHaveProperty('past')
  })

  it('keep an order other than their own', () => {
    expect(bookingsSearch({ when: 'past', order_by: 'start_utc' })).toHaveProperty('order_by')
    expect(bookingsSearch({ when: 'past', order_by: '-start_utc' })).toEqual({ when: 'past' })
  })
})

describe('the API call', () => {
  it('includes disabled and archived events unless they are excluded', () => {
    expect(listQuery({}, 'UTC')).toEqual({
      upcoming: 'true',
      order_by: 'start_utc',
      event_include_disabled: 'true',
      event_include_archived: 'true',
    })
    expect(listQuery({ event_include_disabled: 'false' }, 'UTC')).toMatchObject({
      event_include_disabled: 'false',
    })
  })

  const bounds = (date: string, timeZone: string) => {
    const query = listQuery(
      { created_after: date, updated_after: date, meeting_after: date, meeting_before: date },
      timeZone,
    )
    expect(query['created_after']).toBe(query['meeting_after'])
    expect(query['updated_after']).toBe(query['meeting_before'])
    return [query['meeting_after'], query['meeting_before']]
  }

  it.each([
    ['an ordinary day', '2027-01-04', 'America/New_York', '2027-01-04T05:00', '2027-01-05T04:59:59.999'],
    ['23 hours', '2027-03-14', 'America/New_York', '2027-03-14T05:00', '2027-03-15T03:59:59.999'],
    ['25 hours', '2027-11-07', 'America/New_York', '2027-11-07T04:00', '2027-11-08T04:59:59.999'],
    ['midnight skipped', '2026-09-06', 'America/Santiago', '2026-09-06T04:00', '2026-09-07T02:59:59.999'],
    ['midnight twice', '2026-10-25', 'Atlantic/Azores', '2026-10-25T00:00', '2026-10-26T00:59:59.999'],
    ['half an hour', '2027-04-04', 'Australia/Lord_Howe', '2027-04-03T13:00', '2027-04-04T13:29:59.999'],
    ['a quarter off', '2027-01-04', 'Asia/Kathmandu', '2027-01-03T18:15', '2027-01-04T18:14:59.999'],
  ])("covers a host's day from its first to its last instant: %s", (_, date, zone, first, last) => {
    expect(bounds(date, zone)).toEqual([`${first}:00.000Z`, `${last}Z`])
  })

  it('covers exactly the full day in every zone', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
    const days = fc.date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(zones, days, (zone, at) => {
        const date = at.toISOString().slice(0, 10)
        const [first, last] = bounds(date, zone).map((iso) => Date.parse(iso!)) as [number, number]
        expect([first - 1, first, last, last + 1].map((instant) => dateAt(instant, zone) === date)).toEqual([
          false,
          true,
          true,
          false,
        ])
      }),
    )
  })

  it('is valid for any URL', () => {
    const values = fc.oneof(fc.string(), fc.integer().map(String), fc.constantFrom(...Object.values(whole)))
    const searches = fc.record(
      Object.fromEntries(Object.keys(whole).map((name) => [name, fc.oneof(values, fc.anything())])),
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(searches, (search) => {
        const known = bookingsSearch(search)
        expect(bookingsSearch(known)).toEqual(known)
        const asked = listQuery(known, 'America/New_York')
        expect(bookingListQuery.safeParse(asked).error).toBeUndefined()
      }),
    )
  })
})
