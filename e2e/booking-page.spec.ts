import type { Locator } from '@playwright/test'
import { call, ok } from '../testing/server/api.ts'
import { weekdays } from '../contract/schedules/weekly-availability.ts'
import { makeEvent } from './support/events.ts'
import { watchLayout } from './support/layout-shift.ts'
import { expect, expectAccessible, expectFits, test } from './support/support.ts'
import { zoneButton } from './support/zones.ts'

const allWeek = Object.fromEntries(
  weekdays.map((day) => [day, { enabled: true, slots: [{ start: '00:00', end: '23:59' }] }]),
)

test('a slot taken while filling in the form is reported, slots are refreshed and the input is kept', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('409')
  const event = await makeEvent(server.origin)
  const page = await visitor.open({ timezoneId: 'America/New_York' })
  await page.goto(`/book/${event.bookingUrlId}`)
  const slot = page.locator('.slot').nth(3)
  const startUTC = await slot.locator('time').getAttribute('datetime')
  await slot.click()
  await page.getByLabel('Full Name').fill('Bob')
  await page.getByLabel('Email Address').fill('bob@example.com')
  const quicker = await call(server.origin, 'createBooking', {
    query: { bookingUrlId: event.bookingUrlId },
    body: { fullName: 'Eve', email: 'eve@example.com', startUTC },
  })
  expect(quicker.status).toBe(201)
  await page.getByRole('button', { name: 'Book Meeting' }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Selected time slot not found')
  await expect(alert).toBeFocused()
  await expect(page.locator(`.slot time[datetime="${startUTC}"]`)).toHaveCount(0)
  await expect(page.getByLabel('Full Name')).toHaveValue('Bob')
  await expect(page.getByLabel('Email Address')).toHaveValue('bob@example.com')
  await expectAccessible(page)
  await page.locator('.slot').first().click()
  await expect(alert).toHaveCount(0)
  await page.getByRole('button', { name: 'Book Meeting' }).click()
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
})

test('an event changed while its page is open is booked as newly chosen', async ({ visitor, server }) => {
  visitor.expected.push('409')
  const event = await makeEvent(server.origin)
  const page = await visitor.open({ timezoneId: 'America/New_York' })
  await page.clock.install()
  const openAndChange = async (time: string, duration: number) => {
    await page.goto(`/book/${event.bookingUrlId}`)
    await page.getByRole('button', { name: time, exact: true }).click()
    await page.getByLabel('Full Name').fill('Bob')
    await page.getByLabel('Email Address').fill('bob@example.com')
    await ok(server.origin, 'updateEvent', {
      token: event.token,
      params: { id: event.id },
      body: { duration },
    })
  }
  await openAndChange('9:30 AM', 60)
  await page.getByRole('button', { name: 'Book Meeting' }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Selected time slot not found')
  await expect(alert).toContainText('That time is no longer available.')
  await expect(page.getByText('60 minutes')).toBeVisible()
  // The prefetched month still belongs to the old event.
  await page.getByRole('button', { name: 'Next month' }).click()
  await expect(page.locator('.slot').first()).toHaveText('9:00 AM')
  await expect(page.locator('.slot').nth(1)).toHaveText('10:00 AM')

  await openAndChange('10:00 AM', 45)
  await page.clock.runFor(16_000)
  await expect(alert).toContainText('That time is no longer available.')
  await expect(page.getByText('45 minutes')).toBeVisible()
  await expect(page.getByRole('button', { name: '9:45 AM' })).toBeVisible()
})

test('a booking works by keyboard alone', async ({ visitor, server }) => {
  const event = await makeEvent(server.origin)
  const page = await visitor.open({
    timezoneId: 'America/New_York',
    colorScheme: 'dark',
    viewport: { width: 360, height: 740 },
  })
  await page.goto(`/book/${event.bookingUrlId}`)
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
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  await expect(page.getByText(chosen!.split(',').slice(0, 3).join(','))).toBeVisible()
})

test('times are readable without JavaScript', async ({ visitor, server }) => {
  const event = await makeEvent(server.origin)
  const page = await visitor.open({ javaScriptEnabled: false, timezoneId: 'Europe/Berlin' })
  await page.goto(`/book/${event.bookingUrlId}`)
  await expect(page.getByRole('heading', { name: 'Design review' })).toBeVisible()
  await expect(page.locator('.slot').first()).toHaveText('9:00 AM')
  await expect(page.getByText(/^America\/New York \(GMT-[45]\)$/).filter({ visible: true })).toHaveCount(1)
  await expect(zoneButton(page)).toHaveCount(0)
  await expect(page.locator('.month-list')).toContainText('Enable JavaScript to book one of these times.')
  // Every day with times is listed, not only the selected one.
  const offered = await page.locator('.day[data-offered]').count()
  await expect(page.locator('.month-list h3')).toHaveCount(offered - 1)
  await expect(page.getByText('Your details')).toBeHidden()
  await expect(page.getByLabel('Next month')).toBeHidden()
})

test('shows invalid input next to its field before sending, without moving the layout', async ({
  visitor,
  server,
}) => {
  const event = await makeEvent(server.origin)
  const page = await visitor.open({ viewport: { width: 1280, height: 900 } })
  await page.goto(`/book/${event.bookingUrlId}`)
  await page.locator('.slot').first().click()
  await page.getByLabel('Full Name').fill('Bob')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(page.getByRole('alert')).toHaveText(
    'Missing Required InformationPlease fill in the following: Email Address',
  )
  await page.getByLabel('Email Address').fill('bob at example')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByRole('button', { name: 'Book Meeting' }).click()
  await expect(page.getByLabel('Email Address')).toHaveAccessibleDescription(
    'Please enter a valid email address',
  )
  const alert = page.getByRole('alert')
  await expect(alert).toBeFocused()
  await expect(alert).toHaveText('Please check your detailsEmail Address: Please enter a valid email address')
  const [name, email] = [page.getByLabel('Full Name'), page.getByLabel('Email Address')]
  const topOf = async (part: Locator) => (await part.boundingBox())!.y
  expect(await topOf(name)).toBe(await topOf(email))
  for (const input of [name, email]) {
    const label = (await input.locator('..').locator('.label').boundingBox())!
    expect((await topOf(input)) - label.y - label.height).toBeLessThan(8)
  }
  await expectAccessible(page)
  await alert.getByRole('link', { name: 'Email Address' }).click()
  await expect(email).toBeFocused()
  await page.keyboard.type('.com')
  await expect(alert).toHaveCount(0)
  await expect(email).not.toHaveAttribute('aria-invalid')
})

test('slots are fetched only in the viewer’s zone, and a retry after a lost response books only once', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('ERR_', 'Failed to load')
  const event = await makeEvent(server.origin)
  const page = await visitor.open({ timezoneId: 'Europe/Berlin' })
  // The language of Chromium on a system without one.
  await page.addInitScript(() => Object.defineProperty(navigator, 'language', { value: 'en-US@posix' }))
  const zones: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('/slots')) zones.push(searchParams.get('timezone'))
  })
  await page.goto(`/book/${event.bookingUrlId}`)
  // The displayed month and the next one.
  await expect.poll(() => zones).toEqual(['Europe/Berlin', 'Europe/Berlin'])
  await page.locator('.slot').first().click()
  await page.getByLabel('Full Name').fill('Bob')
  await page.getByLabel('Email Address').fill('bob@example.com')
  await page.route(
    '**/boomEventsBookings?*',
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Book Meeting' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'There was an error creating your booking. Please try again.',
  )
  await page.getByRole('button', { name: 'Book Meeting' }).click()
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
})

test('long titles fit, and pages without a booking look right', async ({ visitor, server }) => {
  const event = await makeEvent(server.origin, {
    title: 'Quarterly'.repeat(10),
    description: 'x'.repeat(500),
  })
  const page = await visitor.open()
  await page.goto(`/book/${event.bookingUrlId}`)
  for (const width of [360, 768, 1440]) await expectFits(page, width)
  await expectAccessible(page)
  visitor.expected.push('404')
  await page.goto('/book/event_nothing')
  await expect(page.getByRole('heading', { name: 'Event Not Found' })).toBeVisible()
  await expectAccessible(page)
  await expectFits(page, 360)
  await page.goto('/booking-confirmation/nothing')
  await expect(page.getByRole('heading', { name: 'Booking Information Not Found' })).toBeVisible()
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
  const opensAt = new Date(Date.now() + 3_600_000).toISOString()
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
  await page.clock.fastForward('01:00:02')
  const today = page.locator('.day[data-today]')
  await expect(today).toHaveAttribute('data-offered')
  const day = Number(await today.getAttribute('data-day'))
  await page.clock.fastForward('24:00:00')
  await expect(today).toHaveAttribute('data-day', String(day + 1))
  await expect(page.locator(`.day[data-day="${day}"][data-offered]`)).toHaveCount(0)
})

test("hydration doesn't shift the layout", async ({ visitor, server }) => {
  const event = await makeEvent(server.origin)
  const page = await visitor.open({ timezoneId: 'America/New_York', viewport: { width: 390, height: 844 } })
  const shifted = await watchLayout(page)
  await page.goto(`/book/${event.bookingUrlId}`)
  await page.waitForLoadState('networkidle')
  expect(await shifted()).toBeLessThan(0.01)
})

test('a host’s photo takes the place of their initials as long as they show it', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost()
  const choose = async (isShown: boolean) => {
    await page.goto('/settings')
    await page.getByRole('switch', { name: 'Your photo on booking pages' }).setChecked(isShown)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('All changes saved')).toBeVisible()
  }
  const guest = await visitor.open({ viewport: { width: 390, height: 844 } })
  const shifted = await watchLayout(guest)
  const { bookingUrlId } = await ok(server.origin, 'createEvent', { token, body: { title: 'Talk' } })
  const avatar = guest.locator('.avatar')
  /** The widths of the photos on the page, which are 0 for those that weren't loaded. */
  const photos = async () => {
    await guest.goto(`/book/${bookingUrlId}`, { waitUntil: 'load' })
    return avatar.locator('img').evaluateAll((all: HTMLImageElement[]) => all.map((one) => one.naturalWidth))
  }
  await choose(true)
  await expect.poll(photos).toEqual([96])
  expect(await shifted()).toBeLessThan(0.01)
  visitor.expected.push('ERR_FAILED')
  await guest.route('**/photos/*', (route) => route.abort())
  expect(await photos()).toEqual([0])
  const withBroken = await avatar.screenshot()
  await choose(false)
  expect(await photos()).toEqual([])
  await expect(avatar).toHaveText('ML')
  expect(withBroken.equals(await avatar.screenshot())).toBe(true)
})
