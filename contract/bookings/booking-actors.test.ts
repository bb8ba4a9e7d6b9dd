import { expect, test } from 'vitest'
import { maskedEmails } from './booking-actors.ts'

test.each([
  [['ann@example.com'], ['a…@example.com']],
  [
    ['anna@acme.example', 'alex@acme.example', 'alan@acme.example', 'anna@other.example'],
    ['an…@acme.example', 'ale…@acme.example', 'ala…@acme.example', 'a…@other.example'],
  ],
  [
    ['anna.smith@example.com', 'anna.snow@example.com'],
    ['a…@example.com', 'a…@example.com (2)'],
  ],
  // Only the whole name would tell these apart.
  [
    ['ann1@example.com', 'ann2@example.com'],
    ['a…@example.com', 'a…@example.com (2)'],
  ],
  [
    ['ann@example.com', 'anna@example.com', 'alex@example.com'],
    ['an…@example.com', 'an…@example.com (2)', 'al…@example.com'],
  ],
  [
    ['a@example.com', 'ab@example.com', 'b@example.com'],
    ['a…@example.com', 'a…@example.com (2)', 'b…@example.com'],
  ],
])('masks %j distinctly, in this order', (emails, masked) => {
  expect([...maskedEmails(emails)]).toEqual(emails.map((email, index) => [email, masked[index]]))
  expect([...maskedEmails([...emails, ...emails]).values()]).toEqual(masked)
})
