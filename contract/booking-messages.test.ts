import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { bookingInput } from './booking.ts'
import { bookingMessages, INVITEE_EMAIL, inviteeEmailError } from './booking-messages.ts'

const addresses = [
  'bob@example.com',
  '  bob@example.com ',
  "o'neill+tea@mail.example.co.uk",
  'not an email',
  'bob@',
  'bob@example',
  '.bob@example.com',
  'b..ob@example.com',
  'bob@example..com',
  'bob@example.com, eve@example.com',
  'bøb@example.com',
  `${'b'.repeat(242)}@example.com`,
  `${'b'.repeat(243)}@example.com`,
]

test.each(addresses)('the page and the server agree on %s', (email) => {
  const { error } = bookingInput.shape.email.safeParse(email)
  expect(inviteeEmailError(email)).toBe(error ? bookingMessages.email : null)
  expect(error?.issues.every(({ message }) => message === bookingMessages.email) ?? true).toBe(true)
})

test('accepts the same addresses as the server schema', () => {
  const part = fc.string({
    unit: fc.constantFrom('a', 'b', 'Z', '0', '9', '.', '+', '-', '_', '@', 'ø', ' '),
    maxLength: 8,
  })
  const address = fc.oneof(
    part,
    fc.tuple(part, part, part).map(([name, host, top]) => `${name}@${host}.${top}`),
  )
  fc.assert(fc.property(address, (text) => INVITEE_EMAIL.test(text) === z.email().safeParse(text).success))
  expect(addresses.map((email) => inviteeEmailError(email) === null).filter(Boolean)).toHaveLength(4)
})
