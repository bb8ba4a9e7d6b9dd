import type { Page } from '@playwright/test'
import { confirmationPath } from '../contract/pages/page-paths.ts'
import { caughtMail, ok } from '../testing/server/api.ts'
import { makeBooking, quickAction, withoutVideo } from './support/booked.ts'
import { book, cards, opener } from './support/bookings.ts'
import { expectLocked, holdRequest } from './support/hold-request.ts'
import { expect, expectAccessible, expectFits, test } from './support/support.ts'

test('a confirmation page can be read without a connection, until its invitee cancels and erases their data', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('Failed to load resource', 'ERR_')
  // Chromium may have a module that it preloads from the worker, and loads it again.
  visitor.expected.push('preload')
  const { page: host, token } = await visitor.openAsHost({ viewport: { width: 1280, height: 800 } })
  const { bookings } = await book(server.origin, token, { title: 'Tea', ...withoutVideo }, 'Bob Marsh')
  const page = await visitor.open({ serviceWorkers: 'allow' })
  await page.goto(`${confirmationPath(bookings[0]!)}?bookingJustCreated=true`)
  await expect.poll(() => copyOf(page)).toContain('Booking Confirmed')

  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  await expect(page.getByText('We couldn’t reach the server. This is the booking as of ')).toBeVisible()
  const tryAgain = page.getByRole('button', { name: 'Try again' })
  await expectFits(page, 360)
  await expectAccessible(page)
  const reloaded = page.waitForEvent('load')
  await tryAgain.click()
  await reloaded
  await expect(tryAgain).toBeVisible()
  await page.context().setOffline(false)
  await expect(tryAgain).toHaveCount(0)

  // The copy follows what the page shows.
  await quickAction(page, 'Cancel Booking').click()
  const canceling = page.getByRole('dialog', { name: 'Cancel Booking' })
  await canceling.getByRole('textbox').fill('Ill')
  await canceling.getByRole('button', { name: 'Cancel Booking' }).click()
  await expect.poll(() => copyOf(page)).toContain('Booking Canceled')
  const button = page.getByRole('region', { name: 'Your data' }).getByRole('button')
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Erase your data?' })
  await expect(dialog).toContainText(
    'Your name, email address, answers, messages and guests will be deleted.',
  )
  await expectAccessible(page)
  await expectFits(page, 360)
  await page.route('**/personalData', (route) => route.abort())
  await dialog.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  // Faster than the browser reports that a dialog was closed.
  await button.first().evaluate((element) => {
    document.querySelector<HTMLDialogElement>('dialog[open]')!.requestClose()
    ;(element as HTMLElement).click()
  })
  const answer = await holdRequest(page, '**/personalData', 'DELETE')
  await dialog.getByRole('button', { name: 'Erase my data' }).click()
  const keep = dialog.getByRole('button', { name: 'Keep my data' })
  await expectLocked(keep)
  // As an older browser does, whose dialogs always close on Escape.
  await dialog.evaluate((element: HTMLDialogElement) => element.close())
  await expect(keep).toBeDisabled()
  answer()
  await expect(dialog.getByRole('alert')).toContainText('We couldn’t reach the server.')
  await page.unroute('**/personalData')
  await dialog.getByRole('button', { name: 'Erase my data' }).click()
  await expect(page.getByRole('heading', { name: 'Your data has been erased' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
  await expectAccessible(page)
  await expectFits(page, 360)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your data has been erased' })).toBeVisible()
  expect(await page.content()).not.toContain('bob@example.com')

  // The host keeps the time.
  await host.goto('/bookings?booking_status=canceled')
  await expect(cards(host)).toHaveCount(1)
  await expect(cards(host)).toContainText('Erased')
  await opener(cards(host)).click()
  const details = host.getByRole('region', { name: 'Booking details' })
  await expect(details).toContainText('Erased by the invitee on')
  await expect(details).toContainText('Personal data erased by the invitee')
  await expect(host.getByText('bob@example.com')).toHaveCount(0)
})

test('a copy from before a change is never shown as the booking', async ({ visitor, server }) => {
  visitor.expected.push('Failed to load resource', 'ERR_', 'preload')
  const { id, address, event } = await makeBooking(server.origin, withoutVideo)
  const page = await visitor.open({ serviceWorkers: 'allow' })
  const context = page.context()
  const saved = page.getByText('Your changes have been saved.')
  const old = page.getByText('We couldn’t reach the server. This is the booking as of ')
  /** Ends the connection right after the server has confirmed a change. */
  const loseAfter = (calls: string) =>
    page.route(
      calls,
      async (route) => {
        const response = await route.fetch()
        await context.setOffline(true)
        await route.fulfill({ response })
      },
      { times: 1 },
    )
  await page.goto(address)
  await expect.poll(() => copyOf(page)).toContain('Booking Confirmed')

  await page.goto(`/book/${event.bookingUrlId}/update/${id}`)
  await page.locator('.slot[aria-pressed="false"]').first().click()
  await loseAfter('**/boomEventsBookings/*')
  await page.getByRole('button', { name: 'Update booking' }).click()
  await expect.poll(() => page.url()).toBe('chrome-error://chromewebdata/')
  await context.setOffline(false)
  await page.goto(address)
  await expect(saved).toBeVisible()
  await expect.poll(() => copyOf(page)).toContain('Booking Confirmed')

  // As if the change came from a browser that can't delete copies.
  await page.evaluate((key) => sessionStorage.setItem('bookingJustChanged', key), JSON.stringify(id))
  // Nor is there an event when a server was only slow.
  await page.addInitScript(() =>
    window.addEventListener('online', (online) => online.stopImmediatePropagation()),
  )
  await context.setOffline(true)
  await page.reload()
  await expect(old).toBeVisible()
  await expect(saved).toHaveCount(0)
  await context.setOffline(false)
  await expect(saved).toBeVisible()
  await expect(old).toHaveCount(0)

  const emails = ['ann@example.com']
  await ok(server.origin, 'inviteUsers', { params: { id }, body: { emails, includeAnswers: false } })
  await page.reload()
  await expect.poll(() => copyOf(page)).toContain('Remove a…@')
  await page.getByRole('button', { name: 'Remove a…@example.com' }).click()
  await loseAfter('**/guests/*')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.poll(() => copyOf(page)).toBe('')
  await context.setOffline(false)
  await page.reload()
  await expect.poll(() => copyOf(page)).toContain('Booking Confirmed')

  await quickAction(page, 'Cancel Booking').click()
  const dialog = page.getByRole('dialog', { name: 'Cancel Booking' })
  await dialog.getByRole('textbox').fill('Ill')
  await loseAfter('**/cancel')
  await dialog.getByRole('button', { name: 'Cancel Booking' }).click()
  await expect(page.getByRole('heading', { name: 'Booking Canceled' })).toBeVisible()
  expect(await copyOf(page)).toBe('')
})

test('a copy whose link no longer works is replaced by the page that says so', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('Failed to load resource', 'ERR_', 'preload')
  const { id } = await makeBooking(server.origin, withoutVideo)
  const email = `ann.${Date.now()}@example.com`
  await ok(server.origin, 'inviteUsers', { params: { id }, body: { emails: [email], includeAnswers: false } })
  await expect.poll(async () => (await caughtMail(server.origin, email)).length).toBe(1)
  const [mail] = await caughtMail(server.origin, email)
  const page = await visitor.open({ serviceWorkers: 'allow' })
  const link = /\/booking-confirmation\/([\w-]+)/.exec(mail!.text)![1]!
  await page.goto(confirmationPath(link))
  await expect.poll(() => copyOf(page)).toContain('Booking Confirmed')
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByText('This is the booking as of ')).toBeVisible()
  await ok(server.origin, 'removeGuest', { params: { id: link, guestId: 'me' } })
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: 'Booking Information Not Found' })).toBeVisible()
  expect(await copyOf(page)).toBe('')
})

/** The HTML of the page that its service worker kept. */
const copyOf = (page: Page) =>
  page.evaluate(async () => (await caches.match(location.pathname))?.text() ?? '')
