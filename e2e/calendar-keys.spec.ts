import { openCalendar, somePage } from './support/calendar.ts'
import { expect, expectAccessible, expectFits, tabTo, test } from './support/support.ts'

test('arrow keys go through the calendar, letters change the view, and small screens get a list of days', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost({ viewport: { width: 1280, height: 900 } })
  await openCalendar({ origin: server.origin, token, page })
  const button = (name: RegExp) => page.getByRole('button', { name })
  await tabTo(page, button(/^Today, Wednesday, January 6/))
  const press = async (key: string, focused: RegExp) => {
    await page.keyboard.press(key)
    await expect(button(focused).and(page.locator(':focus'))).toBeVisible()
  }
  await press('ArrowDown', /^Busy, Work, Wed, Jan 6, 9:00/)
  await press('ArrowDown', /^Intro call with Amara Okafor, Wed, Jan 6, 11:00 AM – 12:00 PM$/)
  await press('ArrowRight', /^Out of office, Work/)
  await press('ArrowUp', /^Thursday, January 7, 1 entry/)
  await press('ArrowLeft', /^Today, Wednesday/)
  await press('Home', /^Sunday, January 3, no entries/)
  await press('ArrowLeft', /^Saturday, January 2/)
  await expect(page).toHaveURL('/calendar?date=2027-01-02')
  await press('PageDown', /^Saturday, January 9/)
  await press('m', /^Saturday, January 9/)
  await expect(page).toHaveURL('/calendar?view=month&date=2027-01-09')
  // Weeks have no such day, so the month is shown.
  await expect(button(/^Tuesday, January 26/)).toBeVisible()
  await expect(button(/^Busy, Private, Fri, Jan 8/).first()).toBeVisible()
  await press('ArrowDown', /^Busy, Private, Fri, Jan 8/)
  await press('ArrowDown', /^Saturday, January 16/)
  await press('PageUp', /^Wednesday, December 16/)
  await press('t', /^Today, Wednesday, January 6/)
  await press('w', /^Today, Wednesday, January 6/)
  await expect(page).toHaveURL('/calendar')
  await expect(button(/^Tuesday, January 26/)).toHaveCount(0)
  // Tab leaves the calendar and comes back to where it was.
  await press('End', /^Saturday, January 9/)
  await page.keyboard.press('Shift+Tab')
  await press('Tab', /^Saturday, January 9/)

  // Small screens get a list of days.
  await page.setViewportSize({ width: 360, height: 800 })
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([
    'Monday, January 4',
    'Wednesday, January 6Today',
    'Thursday, January 7',
    'Friday, January 8',
    'Saturday, January 9',
  ])
  await expectAccessible(page)
  await expectFits(page, 360)
  await page.getByRole('button', { name: 'Next week' }).click()
  await expect(page.getByText('Bookings and busy times of your calendars appear here.')).toBeVisible()
})

test('the focus follows a day from the month to its week, and Tab always reaches one item', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost({ viewport: { width: 1280, height: 900 } })
  const [startUtc, endUtc] = ['2027-01-06T20:00:00Z', '2027-01-06T20:30:00Z']
  const fifth = { ...somePage.bookings[0]!, id: 'lena', fullName: 'Lena Fischer', startUtc, endUtc }
  const answer = { ...somePage, bookings: [...somePage.bookings, fifth] }
  await openCalendar({ origin: server.origin, token, page }, answer, '/calendar?view=month')
  const heading = page.getByRole('button', { name: 'Today, Wednesday, January 6, 5 entries' })
  const lena = page.getByRole('button', { name: /^Intro call with Lena Fischer/ })
  const tabStops = page.locator('[data-item][tabindex="0"]')
  await tabTo(page, heading)
  for (let steps = 0; steps < 4; steps++) await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('button', { name: '2 more' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/calendar')
  await expect(heading).toBeFocused()
  await expect(tabStops).toHaveCount(1)

  await page.keyboard.press('m')
  await expect(lena).toHaveCount(0)
  await expect(heading).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(lena).toBeVisible()
  await expect(heading).toBeFocused()

  for (let steps = 0; steps < 5; steps++) await page.keyboard.press('ArrowDown')
  await expect(lena).toBeFocused()
  await page.getByText('Month', { exact: true }).click()
  await expect(lena).toHaveCount(0)
  await expect(tabStops).toHaveCount(1)
  await expect(heading.and(tabStops)).toBeVisible()
})
