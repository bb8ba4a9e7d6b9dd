import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { bookingInput } from './booking.schema.ts'
import { EMAIL_INVALID, EMAIL_PATTERN, emailError } from './email.ts'

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
  expect(emailError(email)).toBe(error ? EMAIL_INVALID : null)
  expect(error?.issues.every(({ message }) => message === EMAIL_INVALID) ?? true).toBe(true)
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
  fc.assert(fc.property(address, (text) => EMAIL_PATTERN.test(text) === z.email().safeParse(text).success))
  expect(addresses.map((email) => emailError(email) === null).filter(Boolean)).toHaveLength(4)
})
