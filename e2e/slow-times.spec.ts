import type { Route } from '@playwright/test'
import { makeEvent } from './support/events.ts'
import { expect, test } from './support/support.ts'

test('a month that loads after a failure says so, and its times come however late they are', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('ERR_', 'Failed to load')
  const event = await makeEvent(server.origin)
  const page = await visitor.open({ timezoneId: 'America/New_York' })
  await page.clock.install()
  let isLate = false
  let held: Route[] = []
  let failures = 0
  await page.route('**/slots?*', async (route) => {
    if (isLate) return void held.push(route)
    failures += 1
    await route.abort()
  })
  await page.goto(`/book/${event.bookingUrlId}`)
  await expect(page.locator('.slot').first()).toBeVisible()
  const alert = page.getByRole('alert')
  const loading = page.getByText('Loading times', { exact: true })
  const next = page.getByRole('button', { name: 'Next month' })
  const title = page.locator('.calendar-header h2')
  const expectLoading = async () => {
    await expect.poll(() => held.length).toBe(1)
    await expect(loading).toHaveCount(1)
    await expect(alert).toHaveCount(0)
    held = []
  }
  await next.click()
  await expect(alert).toContainText('We couldn’t load the available times.')

  isLate = true
  const month = await title.textContent()
  await next.click()
  await expect(title).not.toHaveText(month!)
  await expectLoading()
  await page.getByRole('button', { name: 'Previous month' }).click()
  await expect(title).toHaveText(month!)
  await expectLoading()

  isLate = false
  await next.click()
  await expect(alert).toContainText('We couldn’t load the available times.')
  // Nobody asked for the attempt that comes every 15 seconds.
  const before = failures
  await page.clock.runFor(15_000)
  await expect.poll(() => failures).toBe(before + 1)
  await expect(alert).toHaveCount(1)
  isLate = true
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => held.length).toBe(1)
  const [first] = held
  await expect(loading).toHaveCount(1)
  await expect(alert).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Times', exact: true })).toBeFocused()

  // Any later request would stay without an answer.
  await page.clock.runFor(40_000)
  await first!.continue()
  await expect(page.locator('.slot').first()).toHaveText('9:00 AM')
  await expect(loading).toHaveCount(0)

  // After a minute, a request isn't waited for any longer, even one for the month after this.
  await expect.poll(() => held.length).toBe(2)
  await page.clock.runFor(75_000)
  await expect.poll(() => held.length).toBe(3)
})

test('times that couldn’t be loaded come as soon as the device is online', async ({ visitor, server }) => {
  visitor.expected.push('ERR_')
  const event = await makeEvent(server.origin)
  const page = await visitor.open({ timezoneId: 'America/New_York' })
  // Otherwise they come after fifteen seconds.
  await page.clock.install()
  await page.goto(`/book/${event.bookingUrlId}`)
  await expect(page.locator('.slot').first()).toBeVisible()
  const next = page.getByRole('button', { name: 'Next month' })
  await page.context().setOffline(true)
  for (let months = 0; months < 3; months++) await next.click()
  await expect(page.getByRole('alert')).toContainText('We couldn’t load the available times.')
  await page.context().setOffline(false)
  await expect(page.locator('.slot').first()).toBeVisible()
})
