import { expect, test } from 'vitest'
import { bookingMessages, recipientMessages } from '../../../../contract/bookings/booking-messages.ts'
import { prefilledQuery, readDetails } from '../../../../contract/bookings/prefilled-link.ts'
import { prefilledErrors } from './prefilled-errors.ts'

const addresses = (count: number) => Array.from({ length: count }, (_, at) => `a${at}@x.org`)

test.each([
  [{ email: '', guests: '' }, {}],
  [{ email: ' maya@x.org ', guests: ' a@x.org; b+c@x.org,' }, {}],
  [
    { email: 'maya', guests: 'a@x.org, bob' },
    { email: bookingMessages.email, guests: 'This isn’t a valid email address: bob' },
  ],
])('%j leaves out %j', (parts, errors) => {
  expect(prefilledErrors(parts)).toEqual(errors)
})

test.each([
  ['20 guests', addresses(20), null],
  ['20 guests, one of them twice', [...addresses(20), 'a0@x.org'], null],
  ['21 guests', addresses(21), recipientMessages.tooMany],
])('a link that can’t fill in all guests has none: %s', (_name, list, problem) => {
  const guests = list.join(', ')
  expect(prefilledErrors({ email: '', guests }).guests ?? null).toBe(problem)
  expect(readDetails(prefilledQuery({ guests }), []).guests.length).toBe(problem === null ? 20 : 0)
})
