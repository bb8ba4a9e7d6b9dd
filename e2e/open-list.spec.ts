import { book, broken, card, LIST } from './support/bookings.ts'
import { expect, test } from './support/support.ts'

test('a list of bookings that stays open shows new ones, and reports a failure once', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('Failed to load resource')
  const { page, token } = await visitor.openAsHost()
  await book(server.origin, token, { title: 'Intro call' }, 'Yuki Tanaka')
  await page.clock.install()
  await page.goto('/bookings')
  await expect(card(page, 'Yuki Tanaka')).toBeVisible()
  await book(server.origin, token, { title: 'Review' }, 'Amara Okafor')
  await page.clock.runFor(60_000)
  await expect(card(page, 'Amara Okafor')).toBeVisible()

  let failed = 0
  await page.route(LIST, (route) => {
    failed += 1
    return route.fulfill(broken)
  })
  await page.clock.runFor(60_000)
  await expect(page.getByText('Failed to load bookings.')).toBeVisible()
  const before = failed
  await page.clock.runFor(180_000)
  expect(failed).toBe(before)
  await page.unroute(LIST)
  await book(server.origin, token, { title: 'Follow-up' }, 'Jonas Weber')
  // The host comes back to the page.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(card(page, 'Jonas Weber')).toBeVisible()
  await book(server.origin, token, { title: 'Demo' }, 'Noor Haddad')
  await page.clock.runFor(60_000)
  await expect(card(page, 'Noor Haddad')).toBeVisible()
})
