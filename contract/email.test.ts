import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { bookingInput, inviteInput } from './bookings/booking.schema.ts'
import { EMAIL_INVALID, EMAIL_NAME_NOT_ASCII, EMAIL_PATTERN, emailError } from './email.ts'

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
  'bob@müller.example',
  'bob@例え.テスト',
  'bøb@müller.example',
  'bob@mül ler.example',
  `${'b'.repeat(242)}@example.com`,
  `${'b'.repeat(243)}@example.com`,
]

test.each(addresses)('the page and the server agree on %s', (email) => {
  const { error } = bookingInput.shape.email.safeParse(email)
  expect(emailError(email)).toBe(error?.issues[0]!.message ?? null)
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
  expect(addresses.map((email) => emailError(email) === null).filter(Boolean)).toHaveLength(6)
})

test.each([
  ['ann&bob/acc=1@example.com', true],
  ['ann@xn--p1ai.xn--p1ai', true],
  // These would change or end a `mailto:` link.
  ['ann?bcc=eve@example.com', false],
  ['ann%20@example.com', false],
  ['ann#b@example.com', false],
  ['"ann"@example.com', false],
])('%s is valid: %s', (address, isValid) => {
  expect(emailError(address) === null).toBe(isValid)
})

test.each(['\u202aann@example.com\u202c', 'ann@\u200bexample.com', ' an\xadn@example.com\ufeff\u200e '])(
  'ignores what nobody sees in %j',
  (address) => {
    expect(emailError(address)).toBeNull()
    expect(inviteInput.parse({ emails: [address] }).emails).toEqual(['ann@example.com'])
  },
)

test('an invalid address is repeated only if it is short', () => {
  const message = (emails: unknown) =>
    inviteInput.safeParse({ emails: [emails] }).error?.issues.map((issue) => issue.message)
  expect(message('ann@')).toEqual(['This isn’t a valid email address: ann@'])
  expect(message('a'.repeat(300))).toEqual([EMAIL_INVALID])
  expect(message({ email: 'ann@' })).toEqual([EMAIL_INVALID])
})

test('writes other letters in a domain in ASCII, and refuses them before the @ with the reason', () => {
  const { email } = bookingInput.shape
  expect(email.parse(' Jurgen@Müller.example ')).toBe('Jurgen@xn--mller-kva.example')
  expect(email.parse('ann@почта.рф')).toBe('ann@xn--80a1acny.xn--p1ai')
  for (const address of ['jürgen@example.com', 'jürgen@müller.example']) {
    expect(emailError(address)).toBe(EMAIL_NAME_NOT_ASCII)
    const { error } = inviteInput.safeParse({ emails: [address] })
    expect(error?.issues.map(({ message }) => message)).toEqual([EMAIL_NAME_NOT_ASCII])
  }
  // Full-width and other look-alikes of @ and / never start a new part of the address.
  for (const address of [
    'ann@example.com／x',
    'ann@ex＠ample.com',
    'ann@example。com@x',
    'ann@ü:80',
    'ann@ü/x.example',
  ])
    expect([address, emailError(address)]).toEqual([address, expect.any(String)])
})
