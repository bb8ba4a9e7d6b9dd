import { DAY, HOUR } from '../availability/units.ts'
import { weekdays } from '../contract/schedules/weekly-availability.ts'
import { makeEvent } from './support/events.ts'
import { expect, test } from './support/support.ts'

test('a time that clocks show twice has its offset wherever it is shown', async ({ visitor, server }) => {
  // When Sydney’s clocks are set back next.
  const april = (year: number) => {
    const first = new Date(Date.UTC(year, 3, 1))
    return new Date(Date.UTC(year, 3, 1 + ((7 - first.getUTCDay()) % 7)))
  }
  const year = new Date().getUTCFullYear()
  const soon = april(year).getTime() > Date.now() + 3 * DAY ? april(year) : april(year + 1)
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
