import { expect, test } from 'vitest'
import { invitationLimits, recipientMessages } from '../../contract/bookings/booking-messages.ts'
import { addressesError, addressesOf } from './addresses.ts'

test('splits addresses at commas, trims them, and drops blank and repeated ones', () => {
  expect(addressesOf(' a@example.com ,, b@example.com,\n\nc@example.com ; ')).toEqual([
    'a@example.com',
    'b@example.com',
    'c@example.com',
  ])
  expect(addressesOf(' , ,\n')).toEqual([])
  expect(addressesOf('cy@example.com, dan@example.com, CY@example.com')).toEqual([
    'cy@example.com',
    'dan@example.com',
  ])
})

test.each([
  [[], null],
  [['ann@example.com'], null],
  [['ann@example.com', 'bob'], 'This isn’t a valid email address: bob'],
  [['ann', 'bob@example.com', 'cy@'], 'These aren’t valid email addresses: ann, cy@'],
  [
    Array.from({ length: invitationLimits.perCall + 1 }, (_, index) => `a${index}@example.com`),
    recipientMessages.tooMany,
  ],
])('says what is wrong with the addresses %j', (addresses, error) => {
  expect(addressesError(addresses)).toBe(error)
})
