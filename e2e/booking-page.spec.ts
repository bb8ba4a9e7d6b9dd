import { HOUR } from '../availability/units.ts'
import { ok } from '../testing/server/api.ts'
import { weekdays } from '../contract/hours/weekly-availability.ts'
import { enterPerson } from './support/booking-form.ts'
import { loseAnswer } from './support/lose-answer.ts'
import { makeBooking, quickAction } from './support/booked.ts'
import { dayAhead, makeEvent } from './support/events.ts'
import { watchLayout } from './support/layout-shift.ts'
import { holdRequest } from './support/hold-request.ts'
import { expect, expectAccessible, expectFits, tabTo, test } from './support/support.ts'
import { zoneButton } from './support/zones.ts'

const allWeek = Object.fromEntries(
  weekdays.map((day) => [day, { enabled: true, slots: [{ start: '00:00', end: '23:59' }] }]),
)

test('a booking works by keyboard alone, on a page that scripts don’t move', async ({ visitor, server }) => {
  const event = await makeEvent(server.origin, {}, [
    { type: 'checkboxes', label: 'Colors', options: ['Red', 'Green'], isRequired: true },
    { type: 'single-line', label: 'Company', isRequired: true },
  ])
  const page = await visitor.open({
    timezoneId: 'America/New_York',
    colorScheme: 'dark',
    viewport: { width: 360, height: 740 },
  })
  const shifted = await watchLayout(page)
  await page.goto(`/book/${event.bookingUrlId}`)
  await page.waitForLoadState('networkidle')
  expect(await shifted()).toBeLessThan(0.01)
  const focused = page.locator(':focus')
  const first = page.locator('.day[data-offered]').first()
  await first.focus()
  const firstDay = Number(await first.getAttribute('data-day'))
  await page.keyboard.press('ArrowRight')
  await expect(focused).toHaveAttribute('data-day', String(firstDay + 1))
  await page.keyboard.press('ArrowDown')
  await expect(focused).toHaveAttribute('data-day', String(firstDay + 8))
  await page.keyboard.press('PageDown')
  await expect(page.getByRole('button', { name: 'Previous month' })).toBeEnabled()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await expect(focused).toHaveAttribute('data-offered', 'true')
  const chosen = await focused.getAttribute('aria-label')
  await page.keyboard.press('Enter')
  await expect(focused).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Tab')
  await expect(focused).toHaveAttribute('name', 'clock')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(focused).toHaveAttribute('aria-pressed', 'true')
  await page.getByLabel('Full Name').focus()
  await page.keyboard.type('Keyboard Person')
  await page.keyboard.press('Tab')
  await page.keyboard.type('keys@example.com')
  await tabTo(page, page.getByLabel('Red'))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByLabel('Company'))
  await page.keyboard.type('Sencha')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  await expect(page.getByText(chosen!.split(',').slice(0, 3).join(','))).toBeVisible()
})

test('times and bookings are readable without JavaScript, without dead controls', async ({
  visitor,
  server,
}) => {
  const { id, address, event } = await makeBooking(server.origin, {
    eventStartUtc: `${dayAhead(2)}T00:00:00.000Z`,
  })
  const page = await visitor.open({ javaScriptEnabled: false, timezoneId: 'Europe/Berlin' })
  await page.goto(`/book/${event.bookingUrlId}`)
  await expect(page.getByRole('heading', { name: 'Design review' })).toBeVisible()
  // Nine is booked.
  await expect(page.locator('.slot').first()).toHaveText('9:30 AM')
  await expect(page.getByText(/^America\/New York \(GMT-[45]\)$/).filter({ visible: true })).toHaveCount(1)
  await expect(zoneButton(page)).toHaveCount(0)
  await expect(page.locator('.month-list')).toContainText('Enable JavaScript to book one of these times.')
  // Every day with times is listed, not only the selected one.
  const offered = await page.locator('.day[data-offered]').count()
  await expect(page.locator('.month-list h3')).toHaveCount(offered - 1)
  await expect(page.getByText('Your details')).toBeHidden()
  await expect(page.getByLabel('Next month')).toBeHidden()

  await page.goto(`${address}?bookingJustCreated=true`)
  await expect(page.getByText('You’re all set')).toBeVisible()
  await expect(page.getByText('America/New York (GMT')).toBeVisible()
  for (const name of ['Copy Details', 'Cancel Booking', 'Send invites', 'Send emails']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  }
  await expect(page.getByText('Enable JavaScript')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Google Calendar' })).toBeVisible()
  await expect(page.getByRole('link', { name: '.ics file' })).toHaveAttribute(
    'href',
    `/booking-confirmation/${id}/invite.ics`,
  )
})

test('a form that can’t be loaded and a lost response are reported, and retries book the selected time once', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('ERR_', 'Failed to load', 'Failed to fetch')
  const event = await makeEvent(server.origin)
  const page = await visitor.open({ timezoneId: 'Europe/Berlin' })
  // The language of Chromium on a system without one.
  await page.addInitScript(() => Object.defineProperty(navigator, 'language', { value: 'en-US@posix' }))
  const zones: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('/slots')) zones.push(searchParams.get('timezone'))
  })
  const files = '**/public-assets/booking-form-*.js'
  await page.route(files, (route) => route.abort())
  await page.goto(`/book/${event.bookingUrlId}`)
  // The displayed month and the next one.
  await expect.poll(() => zones).toEqual(['Europe/Berlin', 'Europe/Berlin'])
  const time = await page.locator('.slot').nth(1).innerText()
  await page.locator('.slot').nth(1).click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('We couldn’t load the form. Your time stays selected.')
  await page.unroute(files)
  await page.reload()
  await enterPerson(page)
  await expect(page.locator('.slot[aria-pressed="true"]')).toHaveText(time)
  await loseAnswer(page, '**/boomEventsBookings?*')
  await page.getByRole('button', { name: 'Book Meeting' }).click()
  await expect(alert).toContainText('There was an error creating your booking. Please try again.')
  await expect(alert).toContainText('Check your connection.')
  await page.getByRole('button', { name: 'Book Meeting' }).click()
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
})

test('long words fit, and pages without a booking look right', async ({ visitor, server }) => {
  const { address, event, token, id } = await makeBooking(
    server.origin,
    { title: 'Quarterly'.repeat(10), description: 'x'.repeat(500) },
    () => ({ fullName: 'N'.repeat(150) }),
  )
  const page = await visitor.open()
  const expectAllFit = async () => {
    for (const width of [360, 768, 1440]) await expectFits(page, width)
  }
  const sendTimes = await holdRequest(page, '**/slots?*', 'GET')
  await page.goto(`/book/${event.bookingUrlId}`)
  const calendar = page.getByRole('region', { name: 'Choose a date' })
  await expect(calendar).toHaveAttribute('aria-busy', 'true')
  await expectAccessible(page)
  sendTimes()
  await expect(calendar).toHaveAttribute('aria-busy', 'false')
  await expectAllFit()
  await page.goto(`${address}?bookingJustCreated=true`)
  await expect(quickAction(page, 'Cancel Booking')).toBeEnabled()
  await expectAllFit()
  await expectAccessible(page)
  await ok(server.origin, 'cancelBooking', {
    token,
    params: { id },
    body: { cancellationReason: 'y'.repeat(300) },
  })
  await page.reload()
  await expect(page.getByText('Maya Lindqvist (host)')).toBeVisible()
  await expectAllFit()
  visitor.expected.push('404')
  await page.goto('/book/event_nothing')
  await expect(page.getByRole('heading', { name: 'Event Not Found' })).toBeVisible()
  await expectAccessible(page)
  await expectFits(page, 360)
})

/** A time zone in which it is noon, so that today has times before and after now. */
function zoneAtNoon(): string {
  const ahead = 12 - new Date().getUTCHours()
  // These names have the opposite sign.
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

test('a page left open reloads when booking opens, and drops today at midnight', async ({
  visitor,
  server,
}) => {
  const timezone = zoneAtNoon()
  const opensAt = new Date(Date.now() + HOUR).toISOString()
  const { token, ...event } = await makeEvent(server.origin, {
    timezone,
    weeklyAvailabilitySlots: allWeek,
    eventStartUtc: null,
    bookingStartUtc: opensAt,
  })
  const page = await visitor.open({ timezoneId: timezone })
  await page.clock.install()
  await page.goto(`/book/${event.bookingUrlId}`)
  await expect(page.getByText('This event is not yet accepting bookings')).toBeVisible()
  await ok(server.origin, 'updateEvent', { token, params: { id: event.id }, body: { bookingStartUtc: null } })
  // From then on, its script follows the clock.
  const followClock = () =>
    page.waitForFunction(() => (window as { earlyClicks?: unknown }).earlyClicks === null)
  await followClock()
  // The device sleeps until then, which holds up its timers.
  await page.context().setOffline(true)
  await page.clock.setSystemTime(Date.now() + 3_660_000)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.context().setOffline(false)
  const today = page.locator('.day[data-today]')
  await expect(today).toHaveAttribute('data-offered')
  await followClock()
  const day = Number(await today.getAttribute('data-day'))
  await page.clock.fastForward('24:00:00')
  await expect(today).toHaveAttribute('data-day', String(day + 1))
  await expect(page.locator(`.day[data-day="${day}"][data-offered]`)).toHaveCount(0)
})

test('a host’s photo takes the place of their initials as long as they show it', async ({
  visitor,
  server,
}) => {
  const { bookingUrlId, token } = await makeEvent(server.origin)
  const show = (isShown: boolean) =>
    ok(server.origin, 'updateSettings', { token, body: { show_photo: isShown } })
  const page = await visitor.open({ viewport: { width: 390, height: 844 } })
  const shifted = await watchLayout(page)
  const avatar = page.locator('.avatar')
  /** The widths of the photos on the page, which are 0 for those that weren't loaded. */
  const photos = async () => {
    await page.goto(`/book/${bookingUrlId}`, { waitUntil: 'load' })
    return avatar.locator('img').evaluateAll((all: HTMLImageElement[]) => all.map((one) => one.naturalWidth))
  }
  await show(true)
  await expect.poll(photos).toEqual([96])
  expect(await shifted()).toBeLessThan(0.01)
  visitor.expected.push('ERR_FAILED')
  await page.route('**/photos/*', (route) => route.abort())
  expect(await photos()).toEqual([0])
  const withBroken = await avatar.screenshot()
  await show(false)
  expect(await photos()).toEqual([])
  await expect(avatar).toHaveText('ML')
  expect(withBroken.equals(await avatar.screenshot())).toBe(true)
})

test('the form comes without a second copy of the styles, and in few files', async ({ visitor, server }) => {
  const event = await makeEvent(server.origin)
  const page = await visitor.open()
  await page.goto(`/book/${event.bookingUrlId}`)
  await page.locator('.slot').first().click()
  await expect(page.getByLabel('Full Name')).toBeVisible()
  const files = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  )
  expect(files.filter((file) => file.endsWith('.css'))).toEqual([])
  expect(files.filter((file) => file.endsWith('.js')).length).toBeLessThan(7)
})
