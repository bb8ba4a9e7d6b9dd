import type { Page } from '@playwright/test'
import { DAY } from '../availability/units.ts'
import { weekdays } from '../contract/hours/weekly-availability.ts'
import { dayAhead, makeEvent } from './support/events.ts'
import { expect, expectAccessible, expectFits, test } from './support/support.ts'

const zone = { timezoneId: 'America/New_York' }

/** Too short for a meeting. */
const short = Object.fromEntries(
  weekdays.map((day) => [day, { enabled: true, slots: [{ start: '09:00', end: '09:20' }] }]),
)

/** The days of each request for times, as `from to`. */
function requestedDays(page: Page): string[] {
  const days: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('/slots'))
      days.push(`${searchParams.get('dateFrom')} ${searchParams.get('dateTo')}`)
  })
  return days
}

test('a month without times leads to the next day with some', async ({ visitor, server }) => {
  const event = await makeEvent(server.origin, { eventStartUtc: `${dayAhead(200)}T00:00:00.000Z` })
  const page = await visitor.open({ ...zone, viewport: { width: 360, height: 740 } })
  await page.goto(`/book/${event.bookingUrlId}`)
  const first = page.locator('.day[data-offered]').first()
  const day = (await first.getAttribute('data-day'))!
  const title = page.locator('.calendar-header h2')
  const month = await title.textContent()
  const button = page.getByRole('button', { name: 'See next available: ' })
  for (let months = 0; months < 5; months++) {
    await page.getByRole('button', { name: 'Previous month' }).click()
    await expect(title).not.toHaveText(month!)
  }
  await expect(button).toBeVisible()
  await expectAccessible(page)
  await expectFits(page, 320)
  await button.click()
  await expect(title).toHaveText(month!)
  const focused = page.locator(':focus')
  await expect(focused).toHaveAttribute('data-day', day)
  await expect(focused).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('.slot').first()).toHaveText('9:00 AM')
  await page.getByRole('button', { name: 'Previous month' }).click()
  await button.click()
  await expect(focused).toHaveAttribute('data-day', day)

  // The button keeps the focus in the current month, where it does nothing.
  const previous = page.getByRole('button', { name: 'Previous month' })
  await previous.focus()
  for (let months = 0; months < 8; months++) await page.keyboard.press('Enter')
  await expect(previous).toBeFocused()
  await expect(previous).toHaveAttribute('aria-disabled', 'true')
})

test('an event without times in the next year, or until it ends, says so after few requests', async ({
  visitor,
  server,
}) => {
  const page = await visitor.open(zone)
  const days = requestedDays(page)
  const open = async (body: object) => {
    const event = await makeEvent(server.origin, { weeklyAvailabilitySlots: short, ...body })
    days.length = 0
    await page.goto(`/book/${event.bookingUrlId}`)
  }
  await open({})
  await expect(page.getByText(/^No times are available through \w+ \d{4}\.$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'See next available: ' })).toHaveCount(0)
  // The next month is prefetched; then two months at a time for a year.
  await expect.poll(() => new Set(days).size).toBe(7)
  await open({ eventEndUtc: `${dayAhead(70)}T00:00:00.000Z` })
  await expect(page.getByText('No times are available right now.')).toBeVisible()
  expect(new Set(days).size).toBeLessThanOrEqual(3)
})

test('a page that was left open finds times in months that are offered since', async ({
  visitor,
  server,
}) => {
  const { bookingUrlId } = await makeEvent(server.origin, {
    weeklyAvailabilitySlots: short,
    rules: { bookingWindow: { type: 'calendarDays', days: 31 } },
  })
  const page = await visitor.open(zone)
  await page.clock.install()
  await page.goto(`/book/${bookingUrlId}`)
  await expect(page.getByText('No times are available right now.')).toBeVisible()
  // The server, whose clock isn’t the page’s, offers nothing so late.
  await page.route('**/slots?*', (route) => {
    const day = new URL(route.request().url()).searchParams.get('dateTo')
    const slot = { startUtc: `${day}T15:00:00.000Z`, endUtc: `${day}T15:30:00.000Z` }
    return route.fulfill({ json: { success: true, data: day! > dayAhead(90) ? [slot] : [] } })
  })
  await page.clock.fastForward(50 * DAY)
  await expect(page.getByRole('button', { name: 'See next available: ' })).toBeVisible()
})
