import { ok } from '../testing/server/api.ts'
import { book, broken, card, LIST } from './support/bookings.ts'
import { expect, test } from './support/support.ts'

test('a list of bookings that stays open shows new ones and goes on after a failure', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('Failed to load resource')
  const { page, token } = await visitor.openAsHost()
  const { bookings } = await book(server.origin, token, { title: 'Intro call' }, 'Bob Marsh', 'Yuki Tanaka')
  await page.clock.install()
  await page.goto('/bookings')
  const details = card(page, 'Yuki Tanaka').locator('[data-opens]')
  await details.focus()
  await book(server.origin, token, { title: 'Review' }, 'Amara Okafor')
  await ok(server.origin, 'cancelBooking', {
    token,
    params: { id: bookings[0]! },
    body: { cancellationReason: 'Ill' },
  })
  await page.clock.runFor(60_000)
  await expect(card(page, 'Amara Okafor')).toBeVisible()
  await expect(card(page, 'Bob Marsh')).toHaveCount(0)
  await expect(details).toBeFocused()

  await page.route(LIST, (route) => route.fulfill(broken))
  await page.clock.runFor(60_000)
  await expect(page.getByText('Failed to load bookings.')).toBeVisible()
  await page.unroute(LIST)
  await book(server.origin, token, { title: 'Follow-up' }, 'Jonas Weber')
  await page.clock.runFor(60_000)
  await expect(card(page, 'Jonas Weber')).toBeVisible()
})
