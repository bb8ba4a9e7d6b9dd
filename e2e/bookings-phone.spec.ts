import fs from 'node:fs/promises'
import { ok } from '../testing/server/api.ts'
import { book, card, cards, LIST, opener } from './support/bookings.ts'
import { holdRequest } from './support/hold-request.ts'
import { goWithin } from './support/go-within.ts'
import { expect, expectAccessible, expectFits, test } from './support/support.ts'

test('on a small screen the details cover the list, and the dashboard shows the real figures', async ({
  visitor,
  server,
}) => {
  // At first so high that all rows are rendered.
  const { page, token } = await visitor.openAsHost({ viewport: { width: 360, height: 3000 }, hasTouch: true })
  const title = 'Quarterly-architecture-and-roadmap-review-'.repeat(5).slice(0, 200)
  const people = ['N'.repeat(200), 'Bob Two', 'Cy Three', 'Di Four', 'Ed Five']
  const { bookings } = await book(server.origin, token, { title }, ...people)
  const at = '2027-01-04T15:00:00.000Z'
  const entries = [
    { calendarEntryDivergedAt: at },
    { calendarEntryDivergedAt: at, status: 'canceled' },
    { calendarEntryRemovedAt: at },
    { hasVideoCallFailed: true },
    { hasVideoCallFailed: true, isCalendarEntryRefused: true, calendarEntryPendingSince: at },
  ]
  await page.route(LIST, async (route) => {
    const answer = await route.fetch()
    const json = (await answer.json()) as { data: { bookings: { fullName: string }[] } }
    json.data.bookings = json.data.bookings.map((one) => ({
      ...one,
      ...entries[people.indexOf(one.fullName)],
    }))
    await route.fulfill({ response: answer, json })
  })
  await page.route(`**/boomEventsBookings/${bookings[0]!}`, async (route) => {
    const answer = await route.fetch()
    const json = (await answer.json()) as { data: { bookingData: object } }
    const heldMails = ['ann', 'cy'].map((name) => ({ email: `${name}@example.com`, isWaiting: true }))
    json.data.bookingData = { ...json.data.bookingData, heldMails }
    await route.fulfill({ response: answer, json })
  })
  const moved = 'Moved in your calendar on Monday, January 4, 2027, 8:45 PM to a time that can’t be booked,'
  const long = card(page, 'NNN')
  await page.goto('/bookings')
  await expect(long).toContainText(`${moved} so the booking kept its original time.`)
  await expect(long).toContainText('Asia/Kathmandu (GMT+5:45)')
  await expect(card(page, 'Bob Two')).not.toContainText('in your calendar')
  await expect(card(page, 'Cy Three')).toContainText(
    'Deleted from your calendar on Monday, January 4, 2027, 8:45 PM, but still booked.',
  )
  await expect(card(page, 'Di Four')).toContainText('Your calendar couldn’t create a Google Meet link.')
  await expect(card(page, 'Ed Five')).toContainText(
    'Please add or correct it there, and tell the invitee how to join.',
  )
  await expect(card(page, 'Ed Five')).not.toContainText('Google Meet link')
  await page.setViewportSize({ width: 360, height: 740 })
  // Without a saved zone, the file uses the device's zone, like the screen.
  const saves = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).tap()
  expect(await fs.readFile(await (await saves).path(), 'utf8')).toContain('"Asia/Kathmandu"')
  await page.getByRole('button', { name: 'Filters' }).tap()
  await expectFits(page, 360)
  // The title opens its card from anywhere in it.
  for (const button of await page.locator('main button:not([data-opens]):visible').all())
    expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  const sheet = page.getByRole('dialog', { name: 'Booking details' })
  // Below the open filters, the row isn't rendered until it is near the screen.
  await cards(page).first().scrollIntoViewIfNeeded()
  await opener(long).tap()
  await expect(sheet.getByText(bookings[0]!)).toBeVisible()
  await expect(sheet).toContainText('We haven’t emailed ann@example.com and cy@example.com yet')
  await expectFits(page, 360)
  await expectAccessible(page)
  expect(page.url()).not.toContain(bookings[0]!)
  await page.goBack()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(/\/bookings$/)
  await opener(long).tap()
  for (const [name, heading] of [
    ['Cancel this booking', 'Cancel Booking'],
    ['Reschedule', 'Move booking'],
  ] as const) {
    await sheet.getByRole('button', { name }).tap()
    const question = page.getByRole('heading', { name: heading })
    await expect(question).toBeVisible()
    await page.goBack()
    await expect(question).toBeHidden()
    await expect(sheet).toBeVisible()
  }
  await sheet.getByRole('button', { name: 'Close details' }).tap()
  await expect(sheet).toBeHidden()
  // Closed details aren't a step in the history.
  await page.goForward()
  await expect(sheet.getByText(bookings[0]!)).toBeVisible()
  await page.goBack()
  await expect(sheet).toBeHidden()
  await opener(long).tap()
  await expect(sheet.getByText(bookings[0]!)).toBeVisible()
  await sheet.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(/\/bookings$/)
  await expect(opener(long)).toBeFocused()

  // The list is refetched now and then, and a pending request must not outlive the page.
  await page.unrouteAll({ behavior: 'wait' })
  await page.route('**/dashboard?*', async (route) => {
    const answer = await route.fetch()
    const json = (await answer.json()) as { data: object }
    json.data = { ...json.data, bookingsThisWeek: 4, minutesThisWeek: 210 }
    await route.fulfill({ response: answer, json })
  })
  await goWithin(page, '/dashboard')
  const figure = (name: string) => page.getByRole('term').filter({ hasText: name }).locator('..')
  await expect(figure("This Week's Bookings")).toContainText('4')
  await expect(figure('Hours Scheduled')).toContainText('3.5')
  await expect(page.getByRole('article', { name: title })).toContainText('5 bookings')
  await expectFits(page, 360)
  await page.getByRole('group', { name: 'Recent Bookings' }).getByRole('link', { name: /^NNN/ }).tap()
  await expect(page).toHaveURL(/\/bookings$/)
  await expect(sheet.getByText(bookings[0]!)).toBeVisible()
})

test('on a small screen nothing moves down once events or schedules have loaded', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost({ viewport: { width: 360, height: 800 } })
  await ok(server.origin, 'createEvent', { token, body: { title: 'Tea' } })
  await ok(server.origin, 'createSchedule', { token, body: { name: 'Mornings' } })
  for (const { address, list, loaded } of [
    { address: '/bookings', list: '**/boomEvents', loaded: 'Book for somebody' },
    { address: '/calendar', list: '**/boomEvents', loaded: 'Book for somebody' },
    { address: '/availability', list: '**/schedules', loaded: 'More for Mornings' },
  ]) {
    await test.step(address, async () => {
      const release = await holdRequest(page, list, 'GET')
      await page.goto(address)
      const header = page.getByRole('main').locator('div:has(> div > h1)')
      await expect(header).toBeVisible()
      const height = async () => (await header.boundingBox())!.height
      await page.evaluate(async () => void (await document.fonts.ready))
      const before = await height()
      release()
      await expect(page.getByRole('button', { name: loaded })).toBeVisible()
      expect(await height()).toBe(before)
    })
  }
})
