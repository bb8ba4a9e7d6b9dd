import type { Page } from '@playwright/test'
import { DAY } from '../availability/units.ts'
import { dateTextOf, shortDateText, timeRangeText, timeText, zoneText } from '../contract/time/time-text.ts'
import type { Viewer } from '../contract/time/viewer.ts'
import { ok } from '../testing/server/api.ts'
import '../testing/time-zones/time-zones.ts'
import { enterPerson } from './support/booking-form.ts'
import { book, card, cards, opener } from './support/bookings.ts'
import { setDeviceClock } from './support/device-clock.ts'
import { makeEvent } from './support/events.ts'
import { goWithin } from './support/go-within.ts'
import { expect, expectAccessible, expectFits, test } from './support/support.ts'
import { chooseZone, zoneButton, zoneSearch } from './support/zones.ts'

const NOTICE =
  'Your device’s time zone data is outdated. Times on this page are correct; your clock may not be.'
const RULES = '**/timezones*'

// Winnipeg has been at UTC-5 all year since November 2026.
const viewer: Viewer = { locale: 'en-US', timeZone: 'America/Winnipeg', hour12: true }
const own = viewer.timeZone

const zoneTextNow = (timeZone: string) => zoneText(Date.now(), { timeZone })

/** Asserts that each time in a page's list of slots is what the clocks in a zone show. */
async function expectSlotsIn(page: Page, timeZone: string): Promise<void> {
  await expect(zoneButton(page)).toHaveText(zoneTextNow(timeZone))
  // The slots of the new zone have replaced the old ones.
  await expect(async () => {
    const slots = await page
      .locator('.slot time')
      .evaluateAll((times) =>
        times.map((time) => ({ at: time.getAttribute('datetime')!, text: time.textContent })),
      )
    expect(slots.length).toBeGreaterThan(0)
    expect(slots.map(({ text }) => text)).toEqual(
      slots.map(({ at }) => timeText(at, { ...viewer, timeZone })),
    )
  }).toPass()
}

test('invitees on a device with old rules read correct times', async ({ visitor, server }) => {
  const event = await makeEvent(server.origin, { timezone: 'Europe/Berlin' })
  const page = await visitor.open({ timezoneId: 'America/Denver' })
  await setDeviceClock(page, { zone: own, rules: 'America/Denver' })
  await page.goto(`/book/${event.bookingUrlId}`)
  await expectSlotsIn(page, own)
  await expect(zoneButton(page)).toHaveAccessibleName(/your time zone/)
  await expect(page.getByText(NOTICE)).toBeVisible()
  await expectAccessible(page)
  await expectFits(page, 360)

  const slot = page.locator('.slot').first()
  const startUtc = (await slot.locator('time').getAttribute('datetime'))!
  const endUtc = new Date(Date.parse(startUtc) + event.duration * 60_000).toISOString()
  await slot.click()
  const time = timeRangeText(startUtc, endUtc, viewer)
  await expect(page.getByText(`${time}, America/Winnipeg`).first()).toBeVisible()
  await enterPerson(page, 'Bob Marsh')
  await page.getByRole('button', { name: 'Book Meeting' }).click()
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()

  const details = page.getByRole('region', { name: 'Booking details' })
  const expectDetails = async () => {
    for (const text of [dateTextOf(startUtc, viewer), time, zoneText(startUtc, viewer)]) {
      await expect(details.getByText(text, { exact: true })).toBeVisible()
    }
    await expect(page.getByText(NOTICE)).toBeVisible()
  }
  await expectDetails()
  await page.reload()
  await expectDetails()
  await expectFits(page, 360)
  // The server's own text, without any script.
  const html = await (await page.request.get(page.url())).text()
  expect(html).toContain(zoneText(startUtc, viewer))
  expect(html).toContain(time)
})

test('hosts on a device with old rules read correct times', async ({ visitor, server }) => {
  const { page, token } = await visitor.openAsHost({ timezoneId: 'America/Denver' })
  await setDeviceClock(page, { zone: own, rules: 'America/Denver' })
  const { event } = await book(server.origin, token, { title: 'Tea', timezone: own }, 'Ann Lee')
  const { bookings } = await ok(server.origin, 'listBookings', { token })
  const { startUtc, endUtc } = bookings[0]!
  const date = dateTextOf(startUtc, viewer)
  const time = timeRangeText(startUtc, endUtc, viewer)

  await page.goto('/dashboard')
  const recent = page.getByRole('group', { name: 'Recent Bookings' })
  await expect(recent.locator('time')).toHaveText(
    `${shortDateText(startUtc, viewer)}, ${timeText(startUtc, viewer)}`,
  )
  const banner = page.getByRole('status').filter({ hasText: NOTICE })
  await expect(banner).toBeVisible()
  await expectFits(page, 360)
  await page.setViewportSize({ width: 1280, height: 800 })

  await goWithin(page, `/events/edit/${event.id}`)
  await expect(page.getByLabel('Time zone').locator('option:checked')).toHaveText(zoneTextNow(own))
  await goWithin(page, '/bookings')
  await expect(page.getByRole('heading', { name: date, exact: true })).toBeVisible()
  await expect(card(page, 'Ann Lee').locator('time').first()).toHaveText(time)
  await expect(card(page, 'Ann Lee')).toContainText(zoneText(startUtc, viewer))
  await opener(cards(page)).click()
  const panel = page.getByRole('region', { name: 'Booking details' })
  await expect(panel.getByText(`${date}, ${time}`)).toBeVisible()
  await expect(panel.getByText(zoneText(startUtc, viewer))).toBeVisible()
  await expect(banner).toBeVisible()
  await ok(server.origin, 'updateSettings', { token, body: { timezone: 'Europe/Berlin' } })
  await page.reload()
  await expect(card(page, 'Ann Lee')).toContainText(zoneText(startUtc, { timeZone: 'Europe/Berlin' }))
  await expect(banner).toHaveCount(0)
})

test('a device that doesn’t know its zone gets the server’s rules, if there are any', async ({
  visitor,
  server,
}) => {
  // Chromium reports each such answer.
  visitor.expected.push('404')
  const event = await makeEvent(server.origin, { timezone: 'Europe/Berlin' })
  const page = await visitor.open({ timezoneId: 'Asia/Tokyo' })
  await setDeviceClock(page, { zone: own, rules: null })
  const { page: host, token } = await visitor.openAsHost({ timezoneId: 'Asia/Tokyo' })
  await book(server.origin, token, { title: 'Tea', timezone: own }, 'Ann Lee')
  const [booked] = (await ok(server.origin, 'listBookings', { token })).bookings
  const { id, startUtc, endUtc } = booked!
  await page.goto(`/booking-confirmation/${id}`)
  await expect(page.getByText(timeRangeText(startUtc, endUtc, viewer), { exact: true })).toBeVisible()
  await expect(page.getByText(NOTICE)).toBeVisible()
  await page.goto(`/book/${event.bookingUrlId}`)
  await expectSlotsIn(page, own)
  await expect(page.getByText(NOTICE)).toBeVisible()
  // The notice is only about the device's own zone.
  await chooseZone(page, 'Madrid')
  await expectSlotsIn(page, 'Europe/Madrid')
  await expect(page.getByText(NOTICE)).toHaveCount(0)

  await setDeviceClock(host, { zone: 'Europe/Atlantis', rules: null })
  await host.goto('/settings')
  await expect(host.getByLabel('Time zone')).toHaveValue('America/New_York')
  await expect(host.getByRole('button', { name: 'Use this device’s time zone' })).toHaveCount(0)
  await host.getByRole('link', { name: 'Bookings', exact: true }).click()
  await expect(card(host, 'Ann Lee').locator('time').first()).toHaveText(
    timeRangeText(startUtc, endUtc, { ...viewer, timeZone: 'UTC' }),
  )
  await host.getByRole('link', { name: 'Create Event', exact: true }).click()
  await expect(host.getByLabel('Time zone')).toHaveValue('America/New_York')
})

test('a page keeps the server’s zone until the rules of the device’s are there', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('ERR_')
  const day = (ahead: number) => new Date(Date.now() + ahead * DAY).toISOString()
  // Its last day ends by its own zone.
  const event = await makeEvent(server.origin, { timezone: 'Pacific/Chatham', bookingEndUtc: day(9) })
  const page = await visitor.open({ timezoneId: 'America/St_Johns' })
  const held = Promise.withResolvers<void>()
  let isReachable = false
  await page.route(RULES, async (route) => {
    await held.promise
    await (isReachable ? route.continue() : route.abort())
  })
  await page.goto(`/book/${event.bookingUrlId}`)
  await expect(zoneButton(page)).toHaveAccessibleName(/this time zone/)
  await expectSlotsIn(page, 'Pacific/Chatham')
  const slot = page.locator('.slot').first()
  const startUtc = await slot.locator('time').getAttribute('datetime')
  await slot.click()
  held.resolve()
  await expectSlotsIn(page, 'Pacific/Chatham')
  isReachable = true
  await expectSlotsIn(page, 'America/St_Johns')
  await expect(page.locator(`.slot:has(time[datetime="${startUtc}"])`)).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.reload()
  await expectSlotsIn(page, 'America/St_Johns')
})

test('another zone is chosen from the server’s list, which survives a lost connection', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('ERR_', '404')
  const event = await makeEvent(server.origin, { timezone: 'Asia/Tokyo' })
  const page = await visitor.open({ timezoneId: 'Asia/Tokyo' })
  await page.route(RULES, (route) => route.abort())
  await page.goto(`/book/${event.bookingUrlId}`)
  await expectSlotsIn(page, 'Asia/Tokyo')
  // The device's own list is there at once, but the rules aren't.
  await chooseZone(page, 'Paris')
  const problem = page.getByRole('status').filter({ hasText: 'We couldn’t switch' })
  await expect(problem).toHaveText(
    'We couldn’t switch to Europe/Paris. Times are still shown in Asia/Tokyo. Check your connection and try again.',
  )
  await expectSlotsIn(page, 'Asia/Tokyo')
  await expectAccessible(page)
  await page.unroute(RULES)
  await page.route(RULES, (route) =>
    route.fulfill({ status: 404, json: { success: false, error: 'Unknown', code: 'timezone_not_found' } }),
  )
  await chooseZone(page, 'Madrid')
  await expect(
    page.getByText('We don’t have the rules for Europe/Madrid. Times are still shown in Asia/Tokyo.', {
      exact: true,
    }),
  ).toBeVisible()

  await page.unroute(RULES)
  await zoneButton(page).click()
  const { timezones } = await ok(server.origin, 'listTimezones')
  const offered = timezones.filter(({ countries }) => countries !== null)
  await expect(page.getByRole('option')).toHaveCount(offered.length)
  await page.keyboard.press('Escape')
  await page.context().setOffline(true)
  await chooseZone(page, 'Winnipeg')
  await expect(problem).toHaveCount(0)
  await expect(zoneButton(page)).toHaveText(zoneTextNow('America/Winnipeg'))
  await expect(page.getByRole('alert')).toContainText('We couldn’t load the available times.')
  await page.context().setOffline(false)
  await expectSlotsIn(page, 'America/Winnipeg')

  // A search that comes late doesn't take the focus from something else.
  const SEARCH = '**/zone-picker*.js'
  const held = Promise.withResolvers<void>()
  await page.route(SEARCH, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.reload()
  await expectSlotsIn(page, 'America/Winnipeg')
  await zoneButton(page).click()
  await expect(zoneButton(page)).toHaveAttribute('aria-busy', 'true')
  await page.getByRole('radio', { name: '24h' }).focus()
  held.resolve()
  await expect(zoneButton(page)).toHaveAttribute('aria-busy', 'false')
  await expect(zoneSearch(page)).toHaveCount(0)

  // Without the search, there is the browser's own list.
  await page.unroute(SEARCH)
  await page.route(SEARCH, (route) => route.abort())
  await page.reload()
  await zoneButton(page).click()
  const select = page.getByRole('combobox', { name: 'Times are shown in this time zone' })
  await expect(select).toBeFocused()
  await select.selectOption('Europe/Madrid')
  await expect(select.locator('option:checked')).toHaveText(zoneTextNow('Europe/Madrid'))
  await expect(page.getByRole('status').filter({ hasText: 'Madrid' })).toHaveCount(0)
})

test('screens with times wait for the rules, and the others don’t', async ({ visitor }) => {
  visitor.expected.push('ERR_')
  const { page } = await visitor.openAsHost()
  await page.route(RULES, (route) => route.abort())
  await page.goto('/bookings')
  const problem = page.getByRole('alert').filter({ hasText: 'We can’t reach Boomtime' })
  await expect(problem).toContainText('Check your connection and try again.')
  await expectAccessible(page)
  await expectFits(page, 360)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/faq')
  await expect(page.getByText('How are time zones handled?')).toBeVisible()
  await page.goBack()
  await expect(problem).toBeVisible()
  await page.unroute(RULES)
  await problem.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Bookings', exact: true })).toBeVisible()

  const signedOut = await visitor.open()
  await signedOut.route(RULES, (route) => route.abort())
  await signedOut.goto('/signin')
  await expect(signedOut.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
})
