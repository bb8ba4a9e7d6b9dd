import { ok } from '../testing/server/api.ts'
import { broken } from './support/bookings.ts'
import { holdSettings, openCalendar, somePage } from './support/calendar.ts'
import { expect, expectAccessible, expectFits, test } from './support/support.ts'

test('the calendar shows a week and a month, by button and by URL, and what it couldn’t load', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost({ viewport: { width: 1280, height: 900 } })
  // The host's zone comes before anything is shown in it.
  const release = await holdSettings(page)
  const zones = new Set<string | null>()
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('/webapp/calendar')) zones.add(searchParams.get('timezone'))
  })
  const answer = { ...somePage, unreadCalendars: ['Work'] }
  await openCalendar({ origin: server.origin, token, page }, answer)
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible()
  release()
  await expect(page).toHaveTitle(/^Calendar/)
  await expect(page.getByText('We can’t read “Work” right now.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Jan 3 – Jan 9, 2027' })).toBeVisible()
  const wednesday = page.getByRole('group', { name: 'Wednesday, January 6' })
  await expect(wednesday.locator('[data-item]')).toContainText([
    'Busy, Work',
    'Amara Okafor',
    'Jonas Weber',
    'Busy, Private',
  ])
  await expect(
    page.getByRole('button', { name: 'Out of office, Work, Thu, Jan 7 – Fri, Jan 8, all day' }),
  ).toHaveCount(2)
  await expect(
    page.getByRole('button', { name: 'Busy, Private, Fri, Jan 8, 8:00 PM – Sat, Jan 9, 2:00 AM' }),
  ).toHaveCount(2)
  await expect(page.locator('[data-now]')).toHaveCount(1)
  await expectAccessible(page)

  // Those that overlap are side by side, and the line is at the present time in today's column.
  const boxes = await Promise.all(
    (await wednesday.locator('[data-item]').all()).map((one) => one.boundingBox()),
  )
  const [busy, amara, jonas, lunch] = boxes.map((box) => box!) as [Box, Box, Box, Box]
  expect(busy.width).toBeGreaterThan(2.5 * amara.width)
  expect(amara.x + amara.width).toBeLessThanOrEqual(jonas.x)
  expect(jonas.x + jonas.width).toBeLessThanOrEqual(lunch.x)
  const line = (await page.locator('[data-now]').boundingBox())!
  expect(line.y).toBeGreaterThan(busy.y + busy.height)
  expect(line.y).toBeLessThan(amara.y)
  expect(line.width).toBeLessThan(1.1 * (await wednesday.boundingBox())!.width)

  const standup = page.getByRole('button', { name: /^Busy, Work/ })
  await standup.click()
  expect([...zones]).toEqual(['America/New_York'])
  const known = page.getByRole('dialog', { name: 'Busy' })
  await expect(known).toContainText('Wed, Jan 6, 9:00 – 9:30 AM')
  await expectAccessible(page)
  await known.press('Escape')
  await expect(standup).toBeFocused()

  await page.getByRole('button', { name: 'Next week' }).click()
  await expect(page).toHaveURL('/calendar?date=2027-01-13')
  await expect(page.getByText('Nothing on these days.')).toBeHidden()
  await expect(page.locator('[data-now]')).toHaveCount(0)
  await page.getByText('Month', { exact: true }).click()
  await expect(page).toHaveURL('/calendar?view=month&date=2027-01-13')
  await expect(page.getByRole('heading', { name: 'January 2027' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Today, Wednesday, January 6, 4 entries' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Previous month' }).click()
  await expect(page).toHaveURL('/calendar?view=month&date=2026-12-13')
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  await expect(page).toHaveURL('/calendar?view=month')
  await page.getByRole('button', { name: 'Friday, January 8, 3 entries' }).click()
  await expect(page).toHaveURL('/calendar?date=2027-01-08')
  await page.goBack()
  await expect(page).toHaveURL('/calendar?view=month')
  await expectFits(page, 1024)

  visitor.expected.push('Failed to load resource')
  const CALENDAR = '**/api/webapp/calendar?*'
  await page.unrouteAll({ behavior: 'wait' })
  await page.route(CALENDAR, (route) => route.fulfill(broken))
  await page.reload()
  await expect(page.getByText('We couldn’t load your calendar')).toBeVisible()
  await page.unroute(CALENDAR)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Nothing on these days.')).toBeVisible()
})

type Box = { x: number; y: number; width: number; height: number }

test('a week in which clocks change has 25 rows, and German weeks begin on Monday', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost({
    viewport: { width: 1280, height: 900 },
    locale: 'de-DE',
  })
  const bookings = [
    { ...somePage.bookings[0]!, startUtc: '2027-11-07T05:30:00Z', endUtc: '2027-11-07T06:00:00Z' },
    { ...somePage.bookings[1]!, startUtc: '2027-11-07T06:30:00Z', endUtc: '2027-11-07T07:00:00Z' },
  ]
  const answer = { ...somePage, bookings, busyTimes: [], busyDays: [] }
  await openCalendar({ origin: server.origin, token, page }, answer, '/calendar?date=2027-11-07')
  await expect(page.getByText('America/New York (GMT-4, then GMT-5)')).toBeVisible()
  const [first, second] = await Promise.all(
    ['Yuki', 'Amara'].map((name) => page.getByRole('button', { name: new RegExp(name) }).boundingBox()),
  )
  // Both say 1:30.
  expect(second!.y - first!.y).toBeCloseTo(48)
  const headings = page.getByRole('button', { name: /entries|entry$/ })
  await expect(headings.first()).toContainText('Mo')
  await expect(headings).toHaveCount(7)
})

test('a free time is booked for somebody, by keyboard and by mouse', async ({ visitor, server }) => {
  const { page, token } = await visitor.openAsHost({
    viewport: { width: 1280, height: 900 },
    timezoneId: 'America/New_York',
  })
  await ok(server.origin, 'updateSettings', { token, body: { timezone: 'America/New_York' } })
  const wednesday = weekdayAhead(3)
  await page.goto(`/calendar?date=${wednesday}`)
  const heading = page.getByRole('button', { name: /^Wednesday, .* no entries$/ })
  const menu = page.getByRole('menu', { name: /^Book Wed/ })
  await heading.press('Enter')
  await expect(page.getByText('None of your events takes bookings.')).toBeVisible()
  await menu.press('Escape')
  await expect(heading).toBeFocused()

  await ok(server.origin, 'createEvent', { token, body: { title: 'Design review' } })
  await page.reload()
  await heading.press('Enter')
  await expect(menu).toHaveAccessibleName(/, 9:00 AM$/)
  await expect(menu.getByRole('menuitem', { name: 'Design review' })).toBeFocused()
  const opens = page.context().waitForEvent('page')
  await page.keyboard.press('Enter')
  const offered = await opens
  await expect(offered.getByText('You’re booking for somebody.')).toBeVisible()
  await expect(offered.locator('.slot[aria-pressed="true"]')).toContainText('9:00')
  await offered.close()

  // Seven in the evening isn't offered, but the host may book it anyway.
  const free = page.getByRole('button', { name: /^Book a free time on Wednesday/ })
  await free.click({ position: { x: 40, y: 19.25 * 48 } })
  await expect(menu).toHaveAccessibleName(/, 7:00 PM$/)
  const opensAgain = page.context().waitForEvent('page')
  await menu.getByRole('menuitem', { name: 'Design review' }).click()
  const anyway = await opensAgain
  await expect(anyway.getByText('7:00 PM isn’t offered:')).toBeVisible()
  await expect(anyway.getByText('That time is no longer available.')).toBeHidden()
  await anyway.getByRole('button', { name: 'Choose anyway' }).click()
  await expect(anyway.getByText('This time is chosen.')).toBeVisible()
})

test('a free time that clocks show twice has its offset', async ({ visitor, server }) => {
  const { page, token } = await visitor.openAsHost({ viewport: { width: 1280, height: 900 } })
  await openCalendar({ origin: server.origin, token, page }, somePage, '/calendar?date=2027-11-07')
  const free = page.getByRole('button', { name: /^Book a free time on Sunday/ })
  await free.click({ position: { x: 40, y: 2.25 * 48 } })
  await expect(page.getByRole('menu')).toHaveAccessibleName('Book Sun, Nov 7, 1:00 AM GMT-5')
})

/** The first such weekday (0: Sunday) that is at least a week ahead, `YYYY-MM-DD`. */
function weekdayAhead(weekday: number): string {
  const at = new Date()
  at.setUTCDate(at.getUTCDate() + 7 + ((weekday + 7 - at.getUTCDay()) % 7))
  return at.toISOString().slice(0, 10)
}
