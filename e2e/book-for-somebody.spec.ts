import { ok, signIn } from '../testing/server/api.ts'
import { enterPerson } from './support/booking-form.ts'
import { dayAhead, MONDAY_AHEAD } from './support/events.ts'
import { expect, expectAccessible, expectFits, test } from './support/support.ts'

test('a host sees why a time isn’t offered, and books it for somebody anyway', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost({ timezoneId: 'Europe/Berlin' })
  await ok(server.origin, 'updateSettings', { token, body: { timezone: 'Europe/Berlin' } })
  const event = await ok(server.origin, 'createEvent', {
    token,
    body: {
      title: 'Design review',
      timezone: 'Europe/Berlin',
      // Not today, where a time can pass while it is being booked.
      eventStartUtc: `${dayAhead(2)}T00:00:00.000Z`,
      rules: { minimumNotice: 60, bookingsPerPerson: 1, durations: [90] },
    },
  })
  // It has no public link, but its host can book it.
  const secret = { title: 'Board seat', rules: { linksOnly: true } }
  await ok(server.origin, 'createEvent', { token, body: secret })
  await page.goto('/events')
  const more = page.getByRole('button', { name: 'More for Design review' })
  const { x } = (await more.boundingBox())!
  await more.click()
  await expect
    .poll(async () => Math.round((await page.getByRole('menu').boundingBox())!.x - x))
    .toBeGreaterThanOrEqual(0)
  await page.getByRole('menuitem', { name: 'Why isn’t this time offered?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Why isn’t this time offered?' })
  await dialog.getByLabel('Date', { exact: true }).fill(MONDAY_AHEAD)
  await expect(dialog.getByText('is offered.')).toBeVisible()
  await dialog.getByLabel('Start time').fill('4:30 PM')
  await dialog.getByLabel('Start time').press('Tab')
  await expect(dialog.getByText(/4:30 PM, Europe.Berlin .*, is offered\.$/)).toBeVisible()
  await dialog.getByLabel('Duration').selectOption('90 minutes')
  await expect(dialog.getByRole('listitem')).toContainText('The meeting has to fit within them.')
  await dialog.getByLabel('Duration').selectOption('30 minutes')
  await dialog.getByLabel('Start time').fill('7:10 PM')
  await dialog.getByLabel('Start time').press('Tab')
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await expect(dialog.getByRole('listitem')).toContainText('are 9:00 AM – 5:00 PM, Europe/Berlin.')
  await expectAccessible(page)
  await expectFits(page, 360)
  await dialog.getByRole('link', { name: 'Edit event' }).click()
  await expect(page).toHaveURL(`/events/edit/${event.id}`)

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('link', { name: 'Bookings', exact: true }).click()
  await page.getByRole('button', { name: 'Book for somebody' }).click()
  const opened = page.context().waitForEvent('page')
  await expect(page.getByRole('menuitem', { name: 'Board seat' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Design review' }).click()
  const booking = await opened
  await expect(booking.getByText('You’re booking for somebody.')).toBeVisible()
  await booking.getByRole('button', { name: 'Pick another time' }).click()
  await expect(booking.getByLabel('Date', { exact: true })).toBeFocused()
  await booking.getByLabel('Date', { exact: true }).fill(MONDAY_AHEAD)
  await booking.getByLabel('Start time').fill('quarter past')
  await booking.getByLabel('Start time').press('Tab')
  await expect(booking.getByText('Enter a time such as 9:30 AM or 14:30')).toBeVisible()
  await booking.getByLabel('Start time').fill('7:10 PM')
  await booking.getByLabel('Start time').press('Tab')
  await expect(booking.getByText('The meeting has to fit within them.')).toBeVisible()
  await booking.setViewportSize({ width: 390, height: 844 })
  await booking.getByRole('button', { name: 'Choose anyway' }).click()
  const chosen = booking.locator('p:focus')
  await expect(chosen).toContainText('This time is chosen.')
  const bar = booking.locator('.chosen:visible')
  await expect(bar).toHaveText(/7:10 PMBook$/)
  const { y, height } = (await chosen.boundingBox())!
  expect(y + height).toBeLessThanOrEqual((await bar.boundingBox())!.y)
  await expect(booking.getByRole('heading', { name: 'Their details' })).toBeVisible()
  await enterPerson(booking, 'Ann Example', 'ann@example.com')
  await expectAccessible(booking)
  await expectFits(booking, 360)
  await booking.getByRole('button', { name: 'Book anyway' }).click()
  await expect(booking).toHaveURL(/booking-confirmation/)

  await expect(
    booking.getByText('You’ve booked this for Ann Example. We’ll email them a confirmation.'),
  ).toBeVisible()
  await expectFits(booking, 360)
  await expect(booking.getByText('You can erase your data')).toHaveCount(0)
  await expect(booking.getByRole('link', { name: 'Back to Bookings' })).toHaveAttribute('href', '/bookings')

  const { bookings } = await ok(server.origin, 'listBookings', { token })
  expect(bookings).toMatchObject([{ fullName: 'Ann Example', email: 'ann@example.com' }])
  // Two bookings never overlap.
  await booking.goto(`/book/${event.bookingUrlId}?for=somebody`)
  // A time that is typed replaces the one that was selected.
  const selected = booking.locator('.slot[aria-pressed="true"]')
  await booking.locator('.slot').first().click()
  await expect(selected).toHaveCount(1)
  await booking.getByRole('button', { name: 'Pick another time' }).click()
  // The focus stays where it goes right after the date is entered.
  await booking.getByLabel('Date', { exact: true }).evaluate((input: HTMLInputElement, day) => {
    input.focus()
    input.value = day
    input.dispatchEvent(new Event('input', { bubbles: true }))
    document.getElementById('other-time')!.focus()
  }, MONDAY_AHEAD)
  await booking.keyboard.type('2:30 PM', { delay: 30 })
  await booking.getByLabel('Start time').press('Tab')
  const button = booking.getByRole('button', { name: 'Book Meeting' })
  await expect(button).toHaveAccessibleDescription(
    /2:30 PM is offered. Select “Choose this time” to book it.$/,
  )
  await booking.getByLabel('Start time').fill('7:20 PM')
  await booking.getByLabel('Start time').press('Tab')
  await expect(
    booking.getByRole('listitem').filter({ hasText: 'It’s booked: Design review with Ann Example' }),
  ).toBeVisible()
  await expect(booking.getByRole('button', { name: 'Choose anyway' })).toBeHidden()
  await enterPerson(booking, 'Ann Example', 'ann@example.com')
  await expect(button).toBeDisabled()
  await expect(button).toHaveAccessibleDescription(
    /7:20 PM can’t be booked. It’s booked: Design review with Ann/,
  )
  const times = booking.getByRole('region', { name: 'Choose a time' })
  await expect(times.getByRole('heading', { level: 2 })).toContainText('Monday')
  await expectFits(booking, 360)

  // The limit per person is the host's own.
  visitor.expected.push('409')
  await booking.locator('.slot').first().click()
  await button.click()
  const problem = booking.getByRole('alert').filter({ hasText: 'as many upcoming bookings as you allow' })
  await expect(problem).toBeVisible()
  await expectFits(booking, 360)
  await problem.getByRole('button', { name: 'Book anyway' }).click()
  await expect(booking).toHaveURL(/booking-confirmation/)
})

test('a page whose part for hosts can’t be loaded says so, and still shows times', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('ERR_FAILED')
  const { page, token } = await visitor.openAsHost()
  const event = await ok(server.origin, 'createEvent', { token, body: { title: 'Talk' } })
  await page.route(/for-somebody-panel-/, (route) => route.abort())
  await page.goto(`/book/${event.bookingUrlId}?for=somebody`)
  await expect(page.getByRole('alert')).toContainText('Check your connection and reload the page.')
  await page.locator('.slot').first().click()
  await expect(page.getByRole('heading', { name: 'Their details' })).toBeVisible()
})

test('somebody else’s session, or none, books for nobody', async ({ visitor, server }) => {
  const { page: booking, token } = await visitor.openAsHost()
  const event = await ok(server.origin, 'createEvent', { token, body: { title: 'Talk' } })
  const stranger = await visitor.open()
  await stranger.goto(`/book/${event.bookingUrlId}?for=somebody`)
  await expect(stranger.getByText('to book for somebody. Sign in')).toBeVisible()
  await stranger.locator('.slot').first().click()
  await expect(stranger.getByRole('heading', { name: 'Your details' })).toBeVisible()
  // An event for one-off links only has a page for its host alone.
  const secret = await ok(server.origin, 'createEvent', {
    token,
    body: { title: 'Board seat', rules: { linksOnly: true } },
  })
  const bookSecret = `/book/${secret.bookingUrlId}?for=somebody`
  const notFound = stranger.getByRole('heading', { name: 'Event Not Found' })
  const hint = stranger.getByText('If this is your event, sign in to book it for somebody.')
  visitor.expected.push('404')
  await stranger.goto(bookSecret)
  await expect(notFound).toBeVisible()
  await expect(hint).toBeVisible()
  await expectAccessible(stranger)
  await expectFits(stranger, 360)
  const { sessionToken: other } = await signIn(server.origin, `other.${Date.now()}@example.com`)
  await stranger.evaluate((theirs) => localStorage.setItem('sessionToken', theirs), other)
  const refused = stranger.waitForResponse((response) => 'authorization' in response.request().headers())
  await stranger.reload()
  await refused
  // Its script has dealt with the answer by then.
  await stranger.evaluate(() => new Promise((done) => requestIdleCallback(done)))
  await expect(notFound).toBeVisible()
  await expect(hint).toHaveCount(0)
  // They see it before they fill in anything.
  await stranger.goto(`/book/${event.bookingUrlId}?for=somebody`)
  await expect(stranger.getByText('Only this event’s host can book for somebody.')).toBeVisible()
  await expect(stranger.getByRole('button', { name: 'Pick another time' })).toHaveCount(0)
  await stranger.locator('.slot').first().click()
  await expect(stranger.getByRole('heading', { name: 'Your details' })).toBeVisible()
  visitor.expected.push('403')
  await stranger.evaluate(() => localStorage.setItem('sessionToken', 'ended'))
  await stranger.reload()
  await expect(stranger.getByText('to book for somebody. Sign in')).toBeVisible()

  // A server that can't be asked stops nobody.
  visitor.expected.push('ERR_', 'Failed to fetch')
  const ask = `**/boomEvents/${event.id}`
  await booking.route(ask, (route) => route.abort())
  const failed = booking.waitForEvent('requestfailed', (request) => request.url().endsWith(event.id))
  await booking.goto(`/book/${event.bookingUrlId}?for=somebody`)
  await failed
  await booking.getByRole('button', { name: 'Pick another time' }).click()
  await booking.getByLabel('Date', { exact: true }).fill(MONDAY_AHEAD)
  await expect(booking.getByText('You’re booking for somebody.')).toBeVisible()
  await booking.unroute(ask)

  await booking.goto(bookSecret)
  await expect(booking.getByRole('heading', { name: 'Board seat' })).toBeVisible()
  await expect(booking).toHaveTitle(/^Board seat with/)
  await expect(booking.getByText('You’re booking for somebody.')).toBeVisible()
  const asked = booking.waitForResponse((response) => response.url().includes('/slots?'))
  await booking.getByRole('button', { name: 'Next month' }).click()
  expect((await asked).status()).toBe(200)
  await booking.locator('.slot').first().click()
  await enterPerson(booking, 'Ann Example', 'ann@example.com')
  await booking.getByRole('button', { name: 'Book Meeting' }).click()
  await expect(booking.getByText('You’ve booked this for Ann Example.')).toBeVisible()

  await ok(server.origin, 'updateEvent', { token, params: { id: secret.id }, body: { isEnabled: false } })
  await booking.goto(bookSecret)
  await expect(booking.getByRole('heading', { name: 'Booking Not Available for This Event' })).toBeVisible()
})

test('menus that are taller than the window scroll', async ({ visitor, server }) => {
  // A phone that is held sideways.
  const { page, token } = await visitor.openAsHost({ viewport: { width: 740, height: 320 } })
  for (const title of ['Tea', 'Coffee', 'Lunch', 'Dinner', 'Walk', 'Run', 'Donaudampfschiff'.repeat(12)])
    await ok(server.origin, 'createEvent', { token, body: { title } })
  await page.goto('/bookings')
  await page.getByRole('button', { name: 'Book for somebody' }).click()
  const items = page.getByRole('menuitem')
  await expect(items).toHaveCount(7)
  await page.keyboard.press('End')
  await expect(items.last()).toBeFocused()
  await expect(items.last()).toBeInViewport({ ratio: 0.9 })
  await page.keyboard.press('Home')
  await expect(items.first()).toBeInViewport()
  await items.last().scrollIntoViewIfNeeded()
  await expect(items.last()).toBeInViewport({ ratio: 0.9 })
  const isWider = () => page.getByRole('menu').evaluate((menu) => menu.scrollWidth > menu.clientWidth)
  expect(await isWider()).toBe(false)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem').last()).toBeInViewport({ ratio: 0.9 })
})
