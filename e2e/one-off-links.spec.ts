import type { Page } from '@playwright/test'
import { ok } from '../testing/server/test-app.ts'
import { dayAhead, MONDAY_AHEAD } from './support/events.ts'
import { goWithin } from './support/go-within.ts'
import { followRequests } from './support/running-requests.ts'
import { expectUncovered } from './support/uncovered.ts'
import { expect, expectAccessible, expectFits, test } from './support/support.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'One-off links' })
const TIMES = /\/slots\?/

/** Opens the dialog from an event's card. */
async function openLinks(page: Page, title: string) {
  await page.getByRole('button', { name: `More for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'One-off Links' }).click()
}
const links = (page: Page) => dialog(page).getByRole('listitem')

test('a host makes a link in two clicks, and it works once', async ({ visitor, server }) => {
  const { page, token } = await visitor.openAsHost({ permissions: ['clipboard-read', 'clipboard-write'] })
  const body = { title: 'Secret plan', eventStartUtc: `${dayAhead(2)}T00:00:00.000Z` }
  const { id } = await ok(server.origin, 'createEvent', { token, body })
  await page.goto('/events')
  await openLinks(page, 'Secret plan')
  await dialog(page).getByRole('button', { name: 'Create link' }).click()
  await expect(links(page)).toContainText('1 booking left')
  await expect(dialog(page).getByRole('status')).toHaveText('Link created.')
  await expectAccessible(page)
  await expectFits(page, 360)
  await dialog(page).getByRole('button', { name: 'Copy link 1' }).click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toMatch(/\/book\/link_[\w-]{22}$/)
  const address = await copied()
  // The same values again are another link.
  await dialog(page).getByRole('button', { name: 'Create link' }).click()
  await expect(links(page)).toHaveCount(2)

  visitor.expected.push('403')
  const other = await visitor.open()
  const timesLoaded = other.waitForResponse(TIMES)
  const noTimesLoading = followRequests(other, TIMES)
  await other.goto(address)
  await expect(other.getByRole('heading', { name: 'Secret plan' })).toBeVisible()
  await timesLoaded
  await noTimesLoading()
  const slot = other.locator('.slot[aria-pressed]').first()
  await slot.click()
  await ok(server.origin, 'createBooking', {
    query: { bookingUrlId: address.split('/').at(-1)! },
    body: {
      fullName: 'Yuki Tanaka',
      email: 'yuki@example.com',
      startUTC: await slot.locator('time').getAttribute('datetime'),
    },
  })
  // The next request says that the link was used.
  await other.getByRole('button', { name: /Next month/i }).click()
  await expect(other.getByText('This link has already been used. Please ask for a new one.')).toBeVisible()
  await other.reload()
  await expect(other.getByRole('heading', { name: 'Link Already Used' })).toBeVisible()
  await expect(other.getByText('Secret plan')).toHaveCount(0)
  await expectAccessible(other)

  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await openLinks(page, 'Secret plan')
  await expect(links(page).filter({ hasText: 'Used up' })).toHaveCount(1)

  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await goWithin(page, '/bookings')
  await page.getByRole('button', { name: /^Cancel/ }).click()
  const cancel = page.getByRole('alertdialog', { name: 'Cancel Booking' })
  await expect(cancel).toContainText('The one-off link it was booked with can be used once more')
  await cancel.getByLabel('Reason for cancellation').fill('On vacation')
  await cancel.getByRole('button', { name: 'Cancel Booking' }).click()
  await expect(cancel).toBeHidden()
  await goWithin(page, '/events')
  await openLinks(page, 'Secret plan')
  await expect(links(page).filter({ hasText: '1 booking left' })).toHaveCount(2)
  const remove = dialog(page).getByRole('button', { name: 'Delete Link 1' })
  visitor.expected.push('500')
  await page.route('**/links/*', (route) =>
    route.fulfill({ status: 500, json: { success: false, error: 'Broken' } }),
  )
  await remove.click()
  await expect(page.getByText('Failed to delete the link. Please try again.')).toBeVisible()
  await expect(links(page)).toHaveCount(2)
  await page.unrouteAll()
  await remove.click()
  await expect(links(page)).toHaveCount(1)
  await expect(dialog(page).getByRole('button', { name: 'Create link' })).toBeFocused()
  // It is off the list before the server answers.
  await expect.poll(() => ok(server.origin, 'listEventLinks', { token, params: { id } })).toHaveLength(1)
  await dialog(page).getByRole('button', { name: 'Undo' }).click()
  await expect(dialog(page).getByRole('status')).toHaveText('Link restored.')
  await expect(links(page)).toHaveCount(2)
})

test('a link has its own name, bookings, rules, hours and dates, and says why it lacks others', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost({ timezoneId: 'UTC' })
  await ok(server.origin, 'updateSettings', { token, body: { timezone: 'UTC' } })
  const { id } = await ok(server.origin, 'createEvent', {
    token,
    body: { title: 'Intro call', timezone: 'UTC', rules: { durations: [45] } },
  })
  await page.goto('/events')
  await openLinks(page, 'Intro call')
  const box = dialog(page)
  await box.getByRole('button', { name: 'Options' }).click()
  await box.getByLabel('Name').fill('For Amara')
  await box.getByLabel('Number of bookings').fill('0')
  await box.getByRole('button', { name: 'Create link' }).click()
  await expect(box.getByText('Use a whole number of bookings from 1 to 1000')).toBeVisible()
  await box.getByLabel('Number of bookings').fill('5')
  await box.getByLabel('Last day', { exact: true }).fill('2090-01-05')
  await box.getByText('More rules').click()
  await box.getByRole('button', { name: '45 min' }).click()
  await box.getByLabel('Minimum notice').fill('3')
  await box.getByText('Fewer hours', { exact: true }).click()
  await expect(box.getByRole('textbox', { name: 'Monday' })).toHaveValue('9 AM–5 PM')
  await box.getByRole('textbox', { name: 'Monday' }).fill('lunch')
  await box.getByRole('button', { name: 'Create link' }).click()
  await expect(box.getByText('Enter hours such as 9-12, 1:30-5pm').last()).toBeVisible()
  // Escape ends the typing, then asks.
  await box.getByRole('textbox', { name: 'Monday' }).press('Escape')
  await expect(box.getByRole('textbox', { name: 'Monday' })).toHaveValue('9 AM–5 PM')
  await box.getByRole('textbox', { name: 'Monday' }).fill('8-10:15')
  await box.getByRole('textbox', { name: 'Monday' }).press('Enter')
  await box.getByRole('textbox', { name: 'Monday' }).press('Escape')
  await expect(box.getByRole('alert')).toHaveText('Discard your changes?')
  // The dialog is long.
  await expect(box.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await expect(box.getByRole('button', { name: 'Discard' })).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(box.getByRole('textbox', { name: 'Monday' })).toBeFocused()
  await expect(box.getByRole('textbox', { name: 'Monday' })).toHaveValue('8–10:15 AM')

  await box.getByRole('button', { name: 'Next month' }).click()
  await box.getByRole('gridcell').getByRole('button').nth(19).click()
  await box.getByRole('button', { name: 'Create link' }).click()
  await expect(box.getByText('Add the dates you’re editing, or cancel them')).toBeVisible()
  await box.getByRole('button', { name: 'Fewer options' }).click()
  await box.getByRole('button', { name: 'Options' }).click()
  await box.getByRole('button', { name: 'Add', exact: true }).click()
  await box.getByRole('button', { name: ':00 past the hour' }).click()
  await box.getByLabel('Upcoming bookings per person').fill('1')
  await expect(
    box.getByText(
      /^Fewer hours · only 45 minutes · 3 hours’ notice · starts at :00 · 1 upcoming booking per person · 1 date/,
    ),
  ).toBeVisible()
  await expectAccessible(page)
  await expectFits(page, 360)
  await page.setViewportSize({ width: 1280, height: 720 })
  await box.getByRole('button', { name: 'Fewer options' }).click()
  await expect(box).toContainText('The new link will have the options you set.')
  await box.getByRole('button', { name: 'Create link' }).click()
  await expect(links(page)).toContainText('For Amara')
  await expect(links(page)).toContainText('5 bookings left · expires at the end of Jan 5, 2090')
  await expect(links(page)).toContainText('fewer hours · only 45 minutes · 3 hours’ notice · starts at :00')
  const [link] = await ok(server.origin, 'listEventLinks', { token, params: { id } })
  expect(link).toMatchObject({ maxUses: 5, rules: { durations: [45], minimumNotice: 180 } })
  expect(link!.rules).toMatchObject({
    weeklyAvailabilitySlots: { monday: { enabled: true, slots: [{ start: '08:00', end: '10:15' }] } },
    startTimes: { at: [0] },
    bookingsPerPerson: 1,
    overrides: [{ slots: [] }],
  })
  // Nothing is left to ask about.
  await page.keyboard.press('Escape')
  await expect(box).toHaveCount(0)

  await page.getByRole('button', { name: 'More for Intro call' }).click()
  await page.getByRole('menuitem', { name: 'Why isn’t this time offered?' }).click()
  const why = page.getByRole('dialog', { name: 'Why isn’t this time offered?' })
  await why.getByLabel('Date', { exact: true }).focus()
  await page.keyboard.type('12242090')
  await expect(why.getByLabel('Date', { exact: true })).toHaveValue('2090-12-24')
  await why.getByLabel('Date', { exact: true }).fill(MONDAY_AHEAD)
  await why.getByLabel('Start time').fill('10:30 AM')
  await why.getByLabel('Start time').press('Tab')
  await expect(why.getByText('is offered.')).toBeVisible()
  await why.getByLabel('Booked with').selectOption('For Amara')
  await expect(why.getByRole('listitem')).toHaveText([
    /^The link’s hours on .* are 8:00 AM – 10:15 AM, UTC. The meeting has to fit within them.$/,
    'With this link, times only start at :00.',
  ])

  // The host who books with the link for somebody reads the same.
  await page.goto(`/book/${link!.bookingUrlId}?for=somebody`)
  await page.getByRole('button', { name: 'Pick another time' }).click()
  await page.getByLabel('Date', { exact: true }).fill(MONDAY_AHEAD)
  await page.getByLabel('Start time').fill('10:30 AM')
  await page.getByLabel('Start time').press('Tab')
  await expect(page.getByText('With this link, times only start at :00.')).toBeVisible()
})

test('an event for one-off links only has no public link', async ({ visitor, server }) => {
  const { page, token } = await visitor.openAsHost()
  await page.goto('/events/create')
  await page.getByLabel('Event title').fill('Private consultation')
  await page.getByRole('group', { name: 'More rules' }).locator('summary').click()
  await page.getByRole('switch', { name: 'Only with one-off links' }).click()
  await page.getByRole('button', { name: 'Create Event' }).click()
  const share = page.getByRole('dialog', { name: 'Share your event' })
  await expect(share.getByLabel('Booking link')).toHaveCount(0)
  await share.getByRole('button', { name: 'Create link' }).click()
  await expect(share.getByRole('listitem')).toContainText('1 booking left')
  await share.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/events$/)
  const card = page.getByRole('article', { name: 'Private consultation' })
  await expect(card.getByRole('button', { name: 'One-off Links' })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Share Link' })).toHaveCount(0)
  await expect(card.getByRole('link', { name: 'Open Booking Page' })).toHaveCount(0)

  const [event] = await ok(server.origin, 'listEvents', { token })
  const [link] = await ok(server.origin, 'listEventLinks', { token, params: { id: event!.id } })
  const slots = await ok(server.origin, 'listSlots', {
    token,
    params: { id: event!.id },
    query: { dateFrom: MONDAY_AHEAD, dateTo: MONDAY_AHEAD, timezone: 'UTC' },
  })
  const { id: booked } = await ok(server.origin, 'createBooking', {
    query: { bookingUrlId: link!.bookingUrlId },
    body: { fullName: 'Yuki Tanaka', email: 'yuki@example.com', startUTC: slots.at(-1)!.startUtc },
  })
  const invitee = await visitor.open()
  await invitee.goto(`/booking-confirmation/${booked}`)
  await invitee.getByText('Edit Booking').click()
  await expect(invitee).toHaveURL(/\/update\//)
  // Its script has run by then.
  await invitee.waitForLoadState()
  const earlier = invitee.locator('.slot').first()
  await earlier.click()
  await expect(earlier).toHaveAttribute('aria-pressed', 'true')
  await invitee.getByRole('button', { name: 'Update booking' }).click()
  await expect(invitee).toHaveURL(/booking-confirmation/)

  // Its host moves it too, here to a time outside the hours.
  await page.setViewportSize({ width: 360, height: 800 })
  await goWithin(page, '/bookings')
  await page
    .getByRole('button', { name: /Private consultation/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Reschedule' }).click()
  const move = page.getByRole('dialog', { name: 'Move booking' })
  await expect(move.getByRole('radio').first()).toBeVisible()
  await move.getByRole('button', { name: 'Pick another time' }).click()
  await move.getByLabel('Date', { exact: true }).fill(MONDAY_AHEAD)
  await move.getByLabel('Start time').fill('quarter past')
  await move.getByLabel('Start time').press('Tab')
  await expect(move.getByText('Enter a time such as 9:30 AM or 14:30')).toBeVisible()
  const chosen = move.locator('p:focus', { hasText: 'This time is chosen.' })
  await move.getByLabel('Start time').fill('2:30 PM')
  await move.getByLabel('Start time').press('Tab')
  await move.getByRole('button', { name: 'Choose this time' }).click()
  await expect(chosen).toBeVisible()
  await expect(move.getByRole('button', { name: 'Move booking' })).toBeEnabled()
  const explained = page.waitForResponse(/[?&]start=/)
  await move.getByLabel('Start time').fill('7:10 PM')
  await move.getByLabel('Start time').press('Tab')
  await expect(move.getByText('The meeting has to fit within them.')).toBeVisible()
  await expect(move.getByRole('button', { name: 'Move booking' })).toBeDisabled()
  await move.getByRole('button', { name: 'Choose anyway' }).click()
  await expect(chosen).toBeVisible()
  await expectAccessible(page)
  await expectFits(page, 360)
  // If somebody else is faster, the dialog says so.
  const { data } = (await (await explained).json()) as { data: { startUtc: string } }
  const talk = await ok(server.origin, 'createEvent', { token, body: { title: 'Talk' } })
  const { id: faster } = await ok(server.origin, 'createBooking', {
    token,
    query: { bookingUrlId: talk.bookingUrlId },
    body: {
      fullName: 'Fay',
      email: 'fay@example.com',
      startUTC: data.startUtc,
      byHost: true,
      bookAnyway: true,
    },
  })
  visitor.expected.push('409')
  await move.getByRole('button', { name: 'Move booking' }).click()
  await expect(move.getByText('It’s booked: Talk with Fay')).toBeVisible()
  const buttons = ['Keep time', 'Move booking'].map((name) => move.getByRole('button', { name }))
  await expectUncovered('Failed to move the booking.', buttons, ['phone'])
  await ok(server.origin, 'cancelBooking', {
    token,
    params: { id: faster },
    body: { cancellationReason: 'Ill' },
  })
  await move.getByRole('button', { name: 'Move booking' }).click()
  await expect(move).toBeHidden()
  await expect(page.getByRole('region', { name: 'Booking details' })).toContainText('7:10')
})
