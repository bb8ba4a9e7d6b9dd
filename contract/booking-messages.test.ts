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

test.each(addresses)('the page and the server judge %s alike', (email) => {
  const { error } = bookingInput.shape.email.safeParse(email)
  expect(inviteeEmailError(email)).toBe(error ? bookingMessages.email : null)
  expect(error?.issues.every(({ message }) => message === bookingMessages.email) ?? true).toBe(true)
})

test('addresses are judged as those of everybody else', () => {
  expect(INVITEE_EMAIL.source.replaceAll('\\-', '-')).toBe(z.regexes.email.source.replaceAll('\\-', '-'))
  expect(addresses.map((email) => inviteeEmailError(email) === null).filter(Boolean)).toHaveLength(4)
})
