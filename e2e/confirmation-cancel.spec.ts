import type { Page } from '@playwright/test'
import { caughtMail, ok } from '../testing/server/api.ts'
import { card, makeBooking, quickAction, withoutVideo } from './support/booked.ts'
import { expectLocked, holdRequest } from './support/hold-request.ts'
import { expect, expectAccessible, expectFits, tabTo, test } from './support/support.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Cancel Booking' })
const reasonOf = (page: Page) => dialogOf(page).getByLabel('Reason for canceling')
const confirm = (page: Page) => dialogOf(page).getByRole('button', { name: /^Cancel/ })

const cancelCalls = (page: Page) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/cancel')) calls.push(request.method())
  })
  return calls
}

test('an email’s link asks before canceling, typed reasons are kept, and everyone is notified once', async ({
  visitor,
  server,
}) => {
  const { id, address, token, email } = await makeBooking(server.origin)
  const linkOf = async () =>
    /Cancel: (\S+)/.exec((await caughtMail(server.origin, email))[0]?.text ?? '')?.[1]
  await expect.poll(linkOf).toContain(address)
  const page = await visitor.open({ viewport: { width: 360, height: 740 } })
  const calls = cancelCalls(page)
  await page.goto((await linkOf())!)
  await expect(reasonOf(page)).toBeFocused()
  await reasonOf(page).fill('Perhaps')
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toHaveCount(0)
  await expect(quickAction(page, 'Cancel Booking')).toBeFocused()
  await quickAction(page, 'Cancel Booking').click()
  await expect(reasonOf(page)).toHaveValue('Perhaps')
  await dialogOf(page).getByRole('button', { name: 'Keep Booking' }).click()
  await expect(quickAction(page, 'Cancel Booking')).toBeFocused()
  await page.reload()
  await expect(quickAction(page, 'Cancel Booking')).toBeEnabled()
  await tabTo(page, quickAction(page, 'Cancel Booking'))
  await page.keyboard.press('Enter')
  await expect(reasonOf(page)).toHaveValue('Perhaps')
  await page.keyboard.press('Escape')
  // Followed again in the same tab.
  await page.evaluate(() => (location.hash = '#cancel'))
  await expect(reasonOf(page)).toHaveValue('Perhaps')
  expect(calls).toEqual([])
  expect((await ok(server.origin, 'getBooking', { token, params: { id } })).bookingData.status).toBe(
    'confirmed',
  )
  await expect(reasonOf(page)).toBeFocused()
  // Nothing behind the dialog is reachable.
  for (let steps = 0; steps < 8; steps++) {
    await page.keyboard.press('Tab')
    expect(
      await page.evaluate(
        () => document.activeElement === document.body || !!document.activeElement?.closest('dialog'),
      ),
    ).toBe(true)
  }
  await tabTo(page, reasonOf(page))
  await reasonOf(page).fill('   ')
  await confirm(page).click()
  await expect(dialogOf(page).getByRole('alert')).toHaveText(
    'Cancellation Reason RequiredPlease provide a reason for canceling this booking.',
  )
  await expect(reasonOf(page)).toBeFocused()
  expect(calls).toEqual([])
  await expectAccessible(page)
  await expectFits(page, 360)

  await reasonOf(page).fill('Something came up')
  await confirm(page).dblclick()
  const done = page.getByRole('status').filter({ hasText: 'Booking Canceled' })
  await expect(done).toContainText('everyone in the meeting will get an email')
  await expect(done).toBeInViewport()
  await expect(dialogOf(page)).toHaveCount(0)
  expect(calls).toEqual(['PUT'])
  const banner = page.getByRole('banner').or(page.locator('.banner'))
  await expect(banner.getByRole('heading', { name: 'Booking Canceled' })).toBeVisible()
  await expect(banner).toContainText('Something came up')
  await expect(banner).toContainText('Bob Marsh (invitee)')
  await expect(banner).toContainText('Asia/Kathmandu')
  await expect(page.getByRole('region', { name: 'Quick Actions' })).toHaveCount(0)
  await expect(card(page, 'Invite People')).toHaveCount(0)
  await tabTo(page, page.getByRole('link', { name: 'Book another time' }))
  await expectAccessible(page)

  const { bookingData } = await ok(server.origin, 'getBooking', { token, params: { id } })
  expect(bookingData).toMatchObject({
    status: 'canceled',
    canceledBy: 'invitee',
    cancellationReason: 'Something came up',
  })
  const canceled = async () =>
    (await caughtMail(server.origin, email)).filter(({ subject }) => subject.startsWith('Canceled')).length
  await expect.poll(canceled).toBe(1)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Booking Canceled' })).toBeVisible()
  expect(await canceled()).toBe(1)
})

test('failures are explained and keep the typed reason, also what changed elsewhere', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('403', '409', '429', 'ERR_FAILED')
  const { id, address, token, event } = await makeBooking(server.origin, withoutVideo)
  const allowCanceling = (allowUsersToCancel: boolean) =>
    ok(server.origin, 'updateEvent', { token, params: { id: event.id }, body: { allowUsersToCancel } })
  const page = await visitor.open()
  await page.goto(address)
  await quickAction(page, 'Cancel Booking').click()
  await reasonOf(page).fill('Something came up')
  const alert = dialogOf(page).getByRole('alert')

  await page.route('**/cancel', (route) => route.abort())
  const answer = await holdRequest(page, '**/cancel', 'PUT')
  await confirm(page).click()
  const keep = dialogOf(page).getByRole('button', { name: 'Keep Booking' })
  await expectLocked(keep)
  answer()
  await expect(alert).toContainText('Cancellation Failed')
  await expect(alert).toContainText('Check your connection')
  await expect(keep).toBeEnabled()
  await page.unroute('**/cancel')
  await page.route('**/cancel', (route) =>
    route.fulfill({
      status: 429,
      json: { success: false, error: 'Please try again after 5 minutes.', code: 'too_many_requests' },
    }),
  )
  await confirm(page).click()
  await expect(alert).toContainText('Please try again after 5 minutes.')
  await expect(reasonOf(page)).toHaveValue('Something came up')
  await page.unroute('**/cancel')

  await allowCanceling(false)
  await confirm(page).click()
  await expect(alert).toContainText('This booking can no longer be changed here.')
  await expect(reasonOf(page)).toHaveValue('Something came up')
  // The booking is gone, so the dialog can only be closed.
  await expect(confirm(page)).toHaveCount(0)
  await dialogOf(page).getByRole('button', { name: 'Close' }).click()
  await expect(quickAction(page, 'Cancel Booking')).toHaveCount(0)
  await expect(quickAction(page, 'Edit Booking')).toBeVisible()

  await allowCanceling(true)
  await page.reload()
  await quickAction(page, 'Cancel Booking').click()
  await ok(server.origin, 'cancelBooking', { token, params: { id }, body: { cancellationReason: 'Ill' } })
  await confirm(page).click()
  await expect(alert).toHaveText('Cancellation FailedThis booking has already been canceled.')
  await dialogOf(page).getByRole('button', { name: 'Close' }).click()
  await expect(page.locator('.banner')).toContainText('Maya Lindqvist (host)')
  await expect(page.locator('.banner')).toContainText('Ill')
})

async function loseResponse(page: Page) {
  await page.route('**/cancel', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await confirm(page).click()
  await expect(dialogOf(page).getByRole('alert')).toContainText('Cancellation Failed')
  await page.unroute('**/cancel')
}

const announced = (page: Page) => page.getByRole('status').filter({ hasText: 'Booking Canceled' })

test('a cancellation whose response was lost is reported after a retry by keyboard, or on coming back', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('409', 'ERR_FAILED')
  const page = await visitor.open()
  const cancelWithoutResponse = async () => {
    const booked = await makeBooking(server.origin, withoutVideo)
    await page.goto(booked.address)
    await quickAction(page, 'Cancel Booking').click()
    // The server stores it without the mark that sets its direction.
    await page.keyboard.type('Something came up \u200f(חולה)')
    await loseResponse(page)
    return booked
  }
  const { email } = await cancelWithoutResponse()
  await tabTo(page, confirm(page))
  await page.keyboard.press('Enter')
  await expect(announced(page)).toBeVisible()
  const canceled = async () =>
    (await caughtMail(server.origin, email)).filter(({ subject }) => subject.startsWith('Canceled')).length
  await expect.poll(canceled).toBe(1)

  await cancelWithoutResponse()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(announced(page)).toBeVisible()
  await expect(dialogOf(page)).toHaveCount(0)
  await expect(page.locator('.banner')).toContainText('Bob Marsh (invitee)')
})
