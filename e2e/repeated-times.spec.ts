import { DAY, HOUR } from '../availability/units.ts'
import { bookForPath } from '../contract/pages/page-paths.ts'
import { weekdays } from '../contract/hours/weekly-availability.ts'
import { ok } from '../testing/server/api.ts'
import { makeEvent } from './support/events.ts'
import { expect, test } from './support/support.ts'

/** The midnight in UTC of the Sunday on which Sydney’s clocks are set back next. */
function nextChange(): Date {
  const april = (year: number) => {
    const first = new Date(Date.UTC(year, 3, 1))
    return new Date(Date.UTC(year, 3, 1 + ((7 - first.getUTCDay()) % 7)))
  }
  const year = new Date().getUTCFullYear()
  return april(year).getTime() > Date.now() + 3 * DAY ? april(year) : april(year + 1)
}

test('a time that clocks show twice has its offset wherever it is shown', async ({ visitor, server }) => {
  const soon = nextChange()
  const event = await makeEvent(server.origin, {
    timezone: 'Australia/Sydney',
    weeklyAvailabilitySlots: Object.fromEntries(
      weekdays.map((day) => [day, { enabled: true, slots: [{ start: '00:00', end: '23:59' }] }]),
    ),
    // Saturday night.
    eventStartUtc: new Date(soon.getTime() - 12 * HOUR).toISOString(),
  })
  const page = await visitor.open({ timezoneId: 'Australia/Sydney', viewport: { width: 360, height: 640 } })
  await page.goto(`/book/${event.bookingUrlId}`)
  await page.getByRole('button', { name: `Sunday, April ${soon.getUTCDate()}, ` }).click()
  const slots = page.locator('.slot')
  await expect(slots.filter({ hasText: /^2:00 AM/ })).toHaveText(['2:00 AM GMT+11', '2:00 AM GMT+10'])
  await expect(slots.filter({ hasText: /^[13]:00 AM/ })).toHaveText(['1:00 AM', '3:00 AM'])
  await slots.filter({ hasText: '2:00 AM GMT+10' }).click()
  await expect(page.locator('.chosen')).toContainText('2:00 AM GMT+10')
  await expect(page.getByText('2:00 AM GMT+10 is selected.')).toBeAttached()
})

test('a host who books for somebody gets the second time that clocks show if they chose it', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost({ timezoneId: 'Australia/Sydney' })
  const event = await ok(server.origin, 'createEvent', { token, body: { title: 'Night watch' } })
  // It's night then, and the hours are by day.
  const second = new Date(nextChange().getTime() - 7.5 * HOUR).toISOString()
  await page.goto(bookForPath(event.bookingUrlId, second))
  await expect(page.getByText('2:30 AM GMT+10 isn’t offered:')).toBeVisible()
  await page.getByLabel('Start time').fill('3:30 AM')
  await page.getByLabel('Start time').press('Tab')
  await expect(page.getByText('3:30 AM isn’t offered:')).toBeVisible()
})
