import { expect, test } from 'vitest'
import { disconnectText } from './disconnect-text.ts'

const google = { provider: 'google', titles: [], events: 0, bookings: 0 } as const

test('disconnecting an unused account says what ends and what stays', () => {
  expect(disconnectText(google)).toEqual([
    'Its entries no longer block your times.',
    'Entries we’ve added stay in the calendar.',
    'We delete the saved access.',
  ])
  expect(disconnectText({ ...google, provider: 'ics' })).toEqual([
    'Its entries no longer block your times.',
    'We delete the saved address.',
  ])
  expect(disconnectText({ ...google, provider: 'caldav' }).at(-1)).toBe('We delete the saved password.')
})

test('disconnecting an account in use names what loses its calendar', () => {
  expect(disconnectText({ ...google, titles: ['Talk'], events: 1, bookings: 2 })).toEqual([
    '“Talk” adds its bookings here.',
    '2 upcoming bookings are in this account and will be added to the calendar you choose.',
    'Its entries no longer block your times.',
    'Entries we’ve added stay in the old calendar. Delete them there if you don’t want them twice.',
    'We delete the saved access.',
  ])
  // Nothing is there twice.
  expect(disconnectText({ ...google, titles: ['Talk'], events: 1 })).toContain(
    'Entries we’ve added stay in the calendar.',
  )
  expect(disconnectText({ ...google, bookings: 1 })[0]).toBe(
    '1 upcoming booking is in this account and will be added to the calendar you choose.',
  )
})

test.each([
  [['A', 'B'], 2, '“A” and “B” add their bookings here.'],
  [['A', 'B', 'C'], 3, '“A”, “B” and “C” add their bookings here.'],
  [['A', 'B', 'C', 'D'], 4, '“A”, “B”, “C” and 1 more event add their bookings here.'],
  [['A', 'B', 'C', 'D'], 5, '“A”, “B”, “C” and 2 more events add their bookings here.'],
  [[], 2, '2 events add their bookings here.'],
])('of the events %j, %i in all, it says %s', (titles, events, text) => {
  expect(disconnectText({ ...google, titles, events })[0]).toBe(text)
})
