import type { Page } from '@playwright/test'
import { confirmationPath } from '../contract/events/event-options.ts'
import { makeBooking, quickAction, withoutVideo } from './support/booked.ts'
import { expect, expectAccessible, expectFits, test } from './support/support.ts'

test('a confirmation page that was open can be read without a connection until its data is erased', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('Failed to load resource')
  // Chromium may have a module that it preloads from the worker, and loads it again.
  visitor.expected.push('preload')
  const { id } = await makeBooking(server.origin, withoutVideo)
  const page = await visitor.open({ serviceWorkers: 'allow' })
  await page.goto(`${confirmationPath(id)}?bookingJustCreated=true`)
  await expect.poll(() => copyOf(page)).toContain('Booking Confirmed')

  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  await expect(page.getByText('We couldn’t reach the server. This is the booking as of ')).toBeVisible()
  const tryAgain = page.getByRole('button', { name: 'Try again' })
  for (const width of [360, 1440]) await expectFits(page, width)
  await expectAccessible(page)
  // A browser that doesn't notice that it is online again.
  await page.evaluate(() =>
    window.addEventListener('online', (event) => event.stopImmediatePropagation(), true),
  )
  await page.context().setOffline(false)
  await tryAgain.click()
  await expect(tryAgain).toHaveCount(0)
  await page.context().setOffline(true)
  await page.reload()
  await expect(tryAgain).toBeVisible()
  await page.context().setOffline(false)
  await expect(tryAgain).toHaveCount(0)

  // The copy follows what the page shows.
  await quickAction(page, 'Cancel Booking').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Ill')
  await dialog.getByRole('button', { name: 'Cancel Booking' }).click()
  await expect.poll(() => copyOf(page)).toContain('Booking Canceled')
  await page.getByRole('button', { name: 'Erase my data' }).click()
  await dialog.getByRole('button', { name: 'Erase my data' }).click()
  await expect(page.getByText('Your data has been erased')).toBeVisible()
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
})

/** The HTML of the page that its service worker kept. */
const copyOf = (page: Page) =>
  page.evaluate(async () => (await caches.match(location.pathname))?.text() ?? '')
