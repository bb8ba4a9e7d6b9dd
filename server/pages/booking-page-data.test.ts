import { expect, test } from 'vitest'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { ok, signIn } from '../../testing/server/test-app.ts'

const app = setUpApp()

/** The month that the page opens with, and the first and the last one that may have slots. */
async function monthsOf(token: string, body: object): Promise<string[]> {
  const { bookingUrlId } = await ok(app.origin, 'createEvent', { token, body: { title: 'Tea', ...body } })
  const html = await (await fetch(`${app.origin}/book/${bookingUrlId}`)).text()
  return ['month', 'firstMonth', 'lastMonth'].map((name) => {
    const found = JSON.parse(new RegExp(`"${name}":(null|\\{[^}]*\\})`).exec(html)![1]!)
    return found === null ? 'none' : `${found.year}-${found.month}`
  })
}

test('the months that the booking window and the event period include', async () => {
  const { sessionToken: token } = await signIn(app.origin, 'ada@example.com')
  const during = (bookingWindow: object) => monthsOf(token, { rules: { bookingWindow } })
  expect(await monthsOf(token, {})).toEqual(['2027-1', '2027-1', 'none'])
  const march = { eventStartUtc: '2027-03-02T00:00:00Z' }
  expect(await monthsOf(token, march)).toEqual(['2027-3', '2027-3', 'none'])
  expect(await during({ type: 'calendarDays', days: 40 })).toEqual(['2027-1', '2027-1', '2027-2'])
  const ahead = { type: 'fixed', from: '2028-05-08', to: '2028-06-01' }
  expect(await during(ahead)).toEqual(['2028-5', '2028-5', '2028-6'])
  const over = { type: 'fixed', from: '2026-01-01', to: '2026-02-01' }
  expect(await during(over)).toEqual(['2027-1', '2027-1', '2027-1'])
})
