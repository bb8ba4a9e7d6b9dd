import { googleFault, ok } from '../testing/server/api.ts'
import { goWithin } from './support/go-within.ts'
import { expect, expectAccessible, expectFits, tabTo, test } from './support/support.ts'

test('a host whose calendar is gone chooses another one, and sees what waits', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost()
  const event = await ok(server.origin, 'createEvent', { token, body: { title: 'Talk' } })
  const slots = () =>
    ok(server.origin, 'listSlots', {
      params: { id: event.id },
      query: { dateFrom: '2030-01-07', dateTo: '2030-01-07', timezone: 'UTC' },
    })
  await expect.poll(slots).not.toEqual([])
  const { calendarId } = event
  await googleFault(server.origin, { kind: 'calendar_gone', calendarId, times: 0 })
  const body = { fullName: 'Bob', email: 'bob@example.com', startUTC: '2030-01-07T15:00:00.000Z' }
  const { id } = await ok(server.origin, 'createBooking', {
    query: { bookingUrlId: event.bookingUrlId },
    body,
  })
  const missing = async () => (await ok(server.origin, 'getCalendarHealth', { token })).missing.length
  await expect.poll(missing).toBe(1)

  await page.clock.install()
  await page.goto('/bookings')
  const banner = page.getByRole('status').filter({ hasText: 'We can’t find your calendar' })
  await expect(banner).toContainText(
    '1 event can’t be booked and 1 upcoming booking isn’t in any calendar until you choose another calendar.',
  )
  const waits = page.getByText('This booking isn’t up to date in your calendar.')
  await expect(page.getByText('bob@example.com')).toBeVisible()
  await expect(waits).toBeHidden()
  await page.clock.fastForward(2 * 60_000)
  await expect(waits).toBeVisible()
  await expectFits(page, 360)

  await tabTo(page, banner.getByRole('button', { name: 'Choose calendar' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Choose another calendar' })
  await dialog.getByRole('button', { name: 'Use this calendar' }).click()
  await expect(dialog.getByText('Choose a calendar', { exact: true }).last()).toBeVisible()
  await expectAccessible(page)
  await expectFits(page, 360)
  await page.route('**/replacement', (route) => route.abort(), { times: 1 })
  visitor.expected.push('Failed to load resource')
  const calendar = dialog.getByLabel('Calendar')
  const [, other] = await calendar.getByRole('option').allTextContents()
  await calendar.selectOption({ label: other! })
  await dialog.getByRole('button', { name: 'Use this calendar' }).click()
  await expect(page.getByText('We couldn’t change the calendar.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Use this calendar' }).click()
  await expect(page.getByText(`Events and upcoming bookings now use “${other}”.`)).toBeVisible()
  await expect(banner).toBeHidden()
  const pending = async () =>
    (await ok(server.origin, 'getBooking', { token, params: { id } })).bookingData.calendarEntryPendingSince
  await expect.poll(pending).toBeNull()
  await page.reload()
  await expect(banner).toBeHidden()
  await expect(waits).toBeHidden()
})

test('every screen names calendars that can’t be read, and the profile counts the bookings that wait', async ({
  visitor,
}) => {
  const { page } = await visitor.openAsHost()
  const since = '2030-01-07T15:00:00.000Z'
  const broken = {
    id: crypto.randomUUID(),
    provider: 'caldav',
    name: 'ada@example.com',
    server: 'cloud.example.com',
    problem: 'revoked',
    since,
  }
  const unreadableOn = (server: string) => ({
    id: `team on ${server}`,
    name: 'Team',
    account: { id: crypto.randomUUID(), name: 'Team', server },
    since,
    trouble: 'not_found',
    closedEvents: 0,
  })
  const data = {
    disconnected: [{ ...broken, closedEvents: 2 }],
    unreadable: [unreadableOn('one.example.com'), unreadableOn('two.example.com')],
    missing: [],
    unwritten: { bookings: 3, since },
    refused: 2,
  }
  await page.route('**/calendars/health', (route) => route.fulfill({ json: { success: true, data } }))
  await page.goto('/dashboard')
  const banner = (text: string) => page.getByRole('status').filter({ hasText: text })
  await expect(
    banner('Your calendar account ada@example.com (cloud.example.com) isn’t connected'),
  ).toContainText('2 events can’t be booked until you connect it again.')
  // Accounts of the same name have banners of their own.
  await expect(banner('We can’t read your calendar “Team” right now')).toHaveText([
    /Account: Team \(one\.example\.com\)\..*Your events stay open for now\./,
    /Account: Team \(two\.example\.com\)\./,
  ])
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
  await expectFits(page, 360)
  await banner('ada@example.com').getByRole('link', { name: 'Connect again' }).press('Enter')
  await expect(page).toHaveURL(/\/settings#calendars$/)
  const section = page.getByRole('group', { name: 'Calendars', exact: true })
  await expect(section.getByRole('heading', { name: 'Calendars' })).toBeInViewport()

  await goWithin(page, '/profile')
  await expect(page.getByRole('group', { name: 'Calendar Integration' })).toContainText(
    '3 bookings have been waiting to sync to your calendar since Monday, January 7, 2030, 8:45 PM. Nothing is lost, and we’ll keep trying.',
  )
  await expect(page.getByRole('group', { name: 'Calendar Integration' })).toContainText(
    'Your calendar didn’t accept the latest change of 2 bookings.',
  )
  await expectAccessible(page)
  await expectFits(page, 360)
})
