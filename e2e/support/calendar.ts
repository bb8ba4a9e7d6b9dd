import type { Page } from '@playwright/test'
import { ok } from '../../testing/server/api.ts'

/** A Wednesday morning in New York. */
export const NOW = '2027-01-06T15:20:00Z'

const booking = (id: string, fullName: string, startUtc: string, endUtc: string) => ({
  id,
  title: 'Intro call',
  fullName,
  startUtc,
  endUtc,
})
const busy = (id: string, calendar: string, more: object) => ({
  id,
  calendar,
  isTentative: false,
  isOutOfOffice: false,
  ...more,
})

export const somePage = {
  bookings: [
    booking('yuki', 'Yuki Tanaka', '2027-01-04T14:30:00Z', '2027-01-04T15:00:00Z'),
    booking('amara', 'Amara Okafor', '2027-01-06T16:00:00Z', '2027-01-06T17:00:00Z'),
    booking('jonas', 'Jonas Weber', '2027-01-06T16:30:00Z', '2027-01-06T17:30:00Z'),
    booking('noor', 'Noor Haddad', '2027-01-08T19:00:00Z', '2027-01-08T19:15:00Z'),
  ],
  busyTimes: [
    busy('standup', 'Work', { startUtc: '2027-01-06T14:00:00Z', endUtc: '2027-01-06T14:30:00Z' }),
    busy('lunch', 'Private', {
      isTentative: true,
      startUtc: '2027-01-06T16:45:00Z',
      endUtc: '2027-01-06T18:00:00Z',
    }),
    busy('party', 'Private', { startUtc: '2027-01-09T01:00:00Z', endUtc: '2027-01-09T07:00:00Z' }),
  ],
  busyDays: [busy('trip', 'Work', { isOutOfOffice: true, dateFrom: '2027-01-07', dateTo: '2027-01-08' })],
  unreadCalendars: [] as (string | null)[],
}

interface Shown {
  origin: string
  token: string
  page: Page
}

/** Opens the calendar on a Wednesday in New York, with these entries in whichever days are asked for. */
export async function openCalendar({ origin, token, page }: Shown, answer = somePage, address = '/calendar') {
  await ok(origin, 'updateSettings', {
    token,
    body: { timezone: 'America/New_York', time_format: '12hour' },
  })
  await page.clock.setFixedTime(NOW)
  await page.route('**/api/webapp/calendar?*', (route) =>
    route.fulfill({ json: { success: true, data: answer } }),
  )
  await page.goto(address)
}

/** Holds back the host's settings, until the returned function is called. */
export async function holdSettings(page: Page): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/account/settings', async (route) => {
    await held
    await route.continue()
  })
  return release
}
