import type { Page } from '@playwright/test'
import { call, googleFault, ok } from '../testing/server/api.ts'
import { holdRequest } from './support/hold-request.ts'
import { allow, expect, expectAccessible, expectFits, tabTo, test } from './support/support.ts'
import { expectUncovered } from './support/uncovered.ts'

const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' })
const options = (page: Page, label: string) => page.getByLabel(label).getByRole('option')
const settingsCall = '**/account/settings'

test('settings are validated, saved, protected against loss and used elsewhere', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost({ timezoneId: 'Asia/Kathmandu' })
  const read = () => ok(server.origin, 'getSettings', { token })
  await page.goto('/dashboard')
  // What is loaded before may move the link.
  for (const text of ['No events found.', 'No recent bookings'])
    await expect(page.getByText(text)).toBeVisible()
  await page.getByRole('link', { name: 'Account Settings' }).click()
  await expect(page).toHaveURL(/\/settings$/)
  await expect(page).toHaveTitle('Settings · Boomtime')
  // Nobody chose any of it yet.
  await expect(page.getByLabel('Default duration')).toHaveAccessibleDescription('Default.')
  await expect(page.getByLabel('Time format')).toHaveValue('12hour')
  await expect(page.getByLabel('Time zone')).toHaveValue('America/New_York')
  await expect(options(page, 'Time zone')).toHaveCount(49)
  const { timezoneRelease } = await ok(server.origin, 'getMeta')
  await expect(page.getByText(`Time zone data: ${timezoneRelease} (`)).toBeVisible()
  await expect(options(page, 'Default duration')).toHaveText(
    [15, 30, 45, 60, 90, 120].map((minutes) => `${minutes} minutes`),
  )
  await expect(page.getByLabel('Default duration')).toHaveValue('30')
  await expect(options(page, 'Default buffer time')).toHaveText([
    'No buffer',
    '5 minutes',
    '10 minutes',
    '15 minutes',
    '30 minutes',
  ])
  await expect(page.getByLabel('Default buffer time')).toHaveValue('5')
  await expect(page.getByLabel('Default meeting type')).toHaveValue('google-meet')
  for (const name of ['Email notifications', 'Booking reminders', 'Marketing emails']) {
    await expect(page.getByRole('switch', { name })).toBeChecked()
  }
  await expect(options(page, 'Keep past bookings')).toHaveText([
    'Forever',
    '6 months',
    '1 year',
    '2 years',
    '3 years',
    '5 years',
  ])
  await expect(page.getByLabel('Keep past bookings')).toHaveValue('forever')
  for (const name of ['Public profile', 'Usage statistics']) {
    await expect(page.getByRole('switch', { name })).toBeDisabled()
  }
  await expectAccessible(page)
  await expectFits(page, 360)
  await expect(
    page.getByText('Default. Until you choose a time zone, the app uses this device’s.'),
  ).toBeVisible()
  await page.setViewportSize({ width: 768, height: 800 })
  const useDevice = page.getByRole('button', { name: 'Use this device’s time zone: Kathmandu' })
  const isCutOff = (one: Element) =>
    [one, ...one.children].some((part) => part.scrollWidth > part.clientWidth)
  expect(await useDevice.evaluate(isCutOff)).toBe(false)
  await page.setViewportSize({ width: 1280, height: 800 })

  await useDevice.click()
  await expect(page.getByLabel('Time zone')).toBeFocused()
  await expect(page.getByLabel('Time zone')).toHaveValue('Asia/Kathmandu')
  await page.getByLabel('Time format').selectOption('24-hour (14:30)')
  await expect(page.getByText(/^Current time: \d\d:\d\d, \w+day\./)).toBeVisible()
  await tabTo(page, page.getByRole('switch', { name: 'Booking reminders' }))
  await page.keyboard.press('Space')
  await expect(page.getByText('Unsaved changes')).toBeVisible()

  // Leaving asks for confirmation, and a reload keeps the changes.
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText('We’ve restored your unsaved changes.')).toBeVisible()
  await expect(page.getByLabel('Time format')).toHaveValue('24hour')
  expect(await read()).toMatchObject({ time_format: '12hour', updatedAt: null })

  await save(page).click()
  await expectUncovered('Settings saved', [save(page), page.getByRole('button', { name: 'Cancel' })])
  await expect(page.getByText('Your settings have been updated successfully')).toBeVisible()
  await expect(page.getByText('All changes saved')).toBeVisible()
  expect(await read()).toMatchObject({
    time_format: '24hour',
    timezone: 'Asia/Kathmandu',
    default_buffer_time: 5,
    notification_emails: true,
    notification_booking_reminders: false,
  })

  // Another tab saves a different setting, and neither overwrites the other.
  await ok(server.origin, 'updateSettings', { token, body: { default_duration: 45 } })
  await page.getByLabel('Default meeting type').selectOption('Phone call')
  await save(page).click()
  await expect(page.getByLabel('Default duration')).toHaveValue('45')
  await expect(page.getByLabel('Default duration')).not.toHaveAccessibleDescription(/Default/)
  await expect(page.getByLabel('Default buffer time')).toHaveAccessibleDescription(/^Default\./)
  expect(await read()).toMatchObject({ default_duration: 45, default_meet_via: 'phone' })

  // Keeping bookings for a shorter time asks if that deletes any.
  const expiring = '**/account/expiringBookings?*'
  await page.route(expiring, (route) => route.fulfill({ json: { success: true, data: { count: 3 } } }))
  await page.getByLabel('Keep past bookings').selectOption('1 year')
  await save(page).click()
  const question = page.getByRole('alertdialog', { name: 'Delete 3 bookings?' })
  await expect(question).toContainText('3 bookings ended more than 1 year ago.')
  await question.getByRole('button', { name: 'Keep bookings' }).click()
  await expect(question).toBeHidden()
  await expect(save(page)).toBeFocused()
  expect(await read()).toMatchObject({ keep_bookings_months: null })
  // It asks about the time that is chosen once the bookings have been counted.
  const answerCount = await holdRequest(page, expiring, 'GET')
  await save(page).click()
  await page.getByLabel('Keep past bookings').selectOption('2 years')
  answerCount()
  await expect(question).toContainText('3 bookings ended more than 2 years ago.')
  await question.getByRole('button', { name: 'Save and delete' }).click()
  await expect(page.getByText('All changes saved')).toBeVisible()
  expect(await read()).toMatchObject({ keep_bookings_months: 24 })
  await page.unroute(expiring)
  await page.getByLabel('Keep past bookings').selectOption('1 year')
  await save(page).click()
  await expect(page.getByText('All changes saved')).toBeVisible()
  expect(await read()).toMatchObject({ keep_bookings_months: 12 })

  // Discarded changes are gone, even while they are being saved, and leaving without changes doesn't ask.
  await page.getByLabel('Default duration').selectOption('90 minutes')
  await page.getByLabel('Keep past bookings').selectOption('6 months')
  const answerLast = await holdRequest(page, expiring, 'GET')
  const answered = page.waitForResponse(expiring)
  await save(page).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  answerLast()
  await answered
  await page.getByRole('main').getByRole('link', { name: 'New Event', exact: true }).click()
  await expect(page.getByLabel('Duration (minutes)')).toHaveValue('45')
  // Nobody chose a buffer.
  await expect(page.getByLabel('Buffer time')).toHaveValue('0')
  await expect(page.getByLabel('Meet via')).toHaveValue('phone')
  await expect(page.getByRole('group', { name: 'Monday' }).getByLabel('End time')).toHaveValue('17:00')
  await expect(page.getByLabel('Time zone')).toHaveValue('Asia/Kathmandu')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/events$/)
  expect(await read()).toMatchObject({ default_duration: 45, keep_bookings_months: 12 })
})

test('failures to load or save settings are reported without losing changes', async ({ visitor }) => {
  visitor.expected.push('500', '400')
  const { page } = await visitor.openAsHost()
  await page.route(settingsCall, (route) =>
    route.fulfill({ status: 500, json: { success: false, error: 'Broken', code: 'internal_error' } }),
  )
  await page.goto('/settings')
  await expect(page.getByText('Failed to load settings')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('We couldn’t load your settings')
  await page.unroute(settingsCall)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByLabel('Time zone').selectOption('Europe/Paris')

  const message = 'Unknown time zone. Use an IANA name such as Europe/Berlin'
  await page.route(settingsCall, (route) =>
    route.fulfill({
      status: 400,
      json: { success: false, error: message, code: 'validation_failed', fields: { timezone: message } },
    }),
  )
  await save(page).click()
  await expect(page.getByText('Failed to save settings')).toBeVisible()
  const summary = page.getByRole('alert').filter({ hasText: 'We couldn’t save your settings' })
  await expect(summary).toBeFocused()
  await expectAccessible(page)
  await summary.getByRole('button', { name: message }).click()
  await expect(page.getByLabel('Time zone')).toBeFocused()
  await expect(page.getByLabel('Time zone')).toHaveAccessibleDescription(new RegExp(message))
  await page.unroute(settingsCall)
  await expectFits(page, 390)
  await save(page).click()
  await expectUncovered('Settings saved', [save(page)], ['phone'])
  await expect(summary).toBeHidden()
  await page.reload()
  await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Paris')
})

test('the profile is read-only and shows the real state of the calendar', async ({ visitor, server }) => {
  const { page, token, email } = await visitor.openAsHost()
  await page.goto('/profile')
  await expect(page).toHaveTitle('Profile · Boomtime')
  const fields = { 'First name': 'Maya', 'Last name': 'Lindqvist', Email: email }
  for (const [label, value] of Object.entries(fields)) {
    await expect(page.getByLabel(label)).toHaveValue(value)
    await expect(page.getByLabel(label)).toHaveAttribute('readonly')
  }
  await expect(page.getByText('linked to your Google account and cannot be changed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Update Profile' })).toBeDisabled()
  const calendar = page.getByRole('group', { name: 'Calendar Integration' })
  await expect(calendar).toContainText('Connected')
  await expectFits(page, 360)

  // The grant is revoked while the app is open.
  const { bookingUrlId } = await ok(server.origin, 'createEvent', { token, body: { title: 'Talk' } })
  const faults = [
    { match: 'token', kind: 'invalid_grant', revoke: true, times: 0, email },
    { match: 'events.list', kind: 'status', status: 401, times: 0, email },
  ]
  for (const fault of faults) await googleFault(server.origin, fault)
  const body = { fullName: 'Bob', email: 'bob@example.com', startUTC: '2030-01-07T15:00:00.000Z' }
  const isBroken = async () => {
    await call(server.origin, 'createBooking', { query: { bookingUrlId }, body })
    return (await ok(server.origin, 'getUser', { token })).calendarConnection
  }
  await expect.poll(isBroken).toBe('broken')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Help' }).click()
  // Going back sooner would leave the profile on the screen, and nothing would be loaded again.
  await expect(page).toHaveTitle('Help · Boomtime')
  await page.goBack()
  await expect(calendar).toContainText('Not connected')
  await expect(calendar).toContainText('Google revoked our access')
  await expect(calendar).toContainText(/Since \w+day/)
  await expectAccessible(page)
  await expectFits(page, 360)
  await googleFault(server.origin, null)
  const popupOpens = page.waitForEvent('popup')
  await calendar.getByRole('button', { name: 'Reconnect' }).click()
  await allow(await popupOpens, email, 'Maya Lindqvist')
  await expect(page.getByText('Calendar connected')).toBeVisible()
  await expect(calendar).toContainText('Connected')
  await expect(calendar).not.toContainText('Not connected')
})

test('help leads to eight answers, each with its own URL', async ({ visitor }) => {
  const { page } = await visitor.openAsHost()
  await page.goto('/help')
  await expect(page).toHaveTitle('Help · Boomtime')
  await expect(page.getByText('We reply within 24 hours.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Email support' })).toHaveAttribute(
    'href',
    'mailto:support@boomtime.example',
  )
  await expect(page.getByText('Video coming soon')).toBeVisible()
  await expectAccessible(page)
  await expectFits(page, 360)
  await page.getByRole('link', { name: 'View FAQ' }).click()
  await expect(page).toHaveURL(/\/faq$/)
  await expect(page).toHaveTitle('FAQ · Boomtime')

  const answers = page.getByRole('main').locator('details')
  await expect(answers).toHaveCount(8)
  const zones = answers.filter({ hasText: 'How are time zones handled?' })
  const summary = zones.locator('summary')
  await tabTo(page, summary)
  await page.keyboard.press('Enter')
  await expect(zones).toHaveAttribute('open')
  await page.keyboard.press('Enter')
  await expect(zones).not.toHaveAttribute('open')
  await summary.click()
  await zones.getByRole('link', { name: 'Link to this answer' }).click()
  await expect(page).toHaveURL(/\/faq#time-zones$/)
  await page.reload()
  await expect(zones).toHaveAttribute('open')
  await expect(summary).toBeInViewport()
  await expect(answers.and(page.locator('[open]'))).toHaveCount(1)
  await answers.evaluateAll((all: HTMLDetailsElement[]) => all.forEach((one) => (one.open = true)))
  await expectAccessible(page)
  await expectFits(page, 360)
  await expect(page.getByRole('link', { name: 'Contact support' })).toHaveAttribute(
    'href',
    'mailto:support@boomtime.example',
  )
})
