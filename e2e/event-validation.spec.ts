import type { Page } from '@playwright/test'
import { openSection } from './support/events.ts'
import { ok } from '../testing/server/api.ts'
import { expect, expectAccessible, expectFits, test } from './support/support.ts'

const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const create = (page: Page) => page.getByRole('button', { name: 'Create Event' })

test('a missing title is reported next to its field and in a summary', async ({ visitor, server }) => {
  const { page, token } = await visitor.openAsHost()
  await page.goto('/events/create')
  const title = page.getByLabel('Event title')
  await title.fill('   ')
  await expect(page.getByText('Event title is required')).toBeHidden()
  await create(page).click()
  const summary = page.getByRole('alert')
  await expect(summary).toContainText('Event title is required')
  await expect(summary).toBeFocused()
  await expect(title).toHaveAccessibleDescription('Event title is required')
  await expectAccessible(page)
  await expectFits(page, 360)
  await summary.getByRole('button', { name: 'Event title is required' }).click()
  await expect(title).toBeFocused()
  await page.keyboard.type('Intro call')
  await expect(page.getByText('Event title is required')).toBeHidden()
  await page.getByLabel('Duration').fill('')
  await expect(page.getByLabel('Duration')).toHaveAccessibleDescription(
    'Duration must be a whole number of minutes from 5 to 1440',
  )
  await create(page).click()
  await expect(summary).toContainText('Duration must be')
  expect(await ok(server.origin, 'listEvents', { token })).toEqual([])
})

test('reports periods that contradict themselves or each other', async ({ visitor, server }) => {
  const { page, token } = await visitor.openAsHost()
  await page.goto('/events/create')
  await page.getByLabel('Event title').fill('Intro call')
  const refused = async (section: string, message: string) => {
    await expect(group(page, section).getByText(message, { exact: true })).toBeVisible()
    await create(page).click()
    await expect(page.getByRole('alert').getByRole('button', { name: message, exact: true })).toBeVisible()
  }
  for (const [name, prefix] of [
    ['Event Period', ''],
    ['Booking Availability Period', 'booking '],
  ] as const) {
    await openSection(page, name)
    const period = group(page, name)
    const startDate = period.getByLabel('Start date', { exact: true })
    const startTime = period.getByLabel('Start time')
    const endDate = period.getByLabel('End date', { exact: true })
    const endTime = period.getByLabel('End time')
    await expect(startTime).toBeDisabled()
    await expect(startTime).toHaveValue('12:00 AM')
    await expect(endTime).toBeDisabled()
    await expect(endTime).toHaveValue('11:59 PM')
    await startDate.fill('2090-05-02')
    await expect(startTime).toBeEnabled()
    await expect(endTime).toBeDisabled()
    await endDate.fill('2090-05-01')
    await refused(
      name,
      prefix
        ? 'Booking availability start date cannot be after end date'
        : 'Start date cannot be after end date',
    )
    await endDate.fill('2090-05-02')
    await startTime.fill('10:00')
    for (const time of ['10:00', '09:00']) {
      await endTime.fill(time)
      await refused(
        name,
        `When ${prefix}start and end dates are the same, start time must be before end time`,
      )
    }
    for (const edge of ['Start', 'End']) {
      await period.getByRole('button', { name: `Clear ${edge} Date` }).click()
    }
    await expect(page.getByRole('alert')).toBeHidden()
  }
  await group(page, 'Event Period').getByLabel('Start date', { exact: true }).fill('2090-05-01')
  await group(page, 'Booking Availability Period')
    .getByLabel('Start date', { exact: true })
    .fill('2090-05-01')
  // The times are kept: both are at ten.
  await expect(page.getByText(/^Booking availability start date/)).toBeHidden()
  await group(page, 'Booking Availability Period').getByLabel('Start time').fill('10:01')
  await refused(
    'Booking Availability Period',
    'Booking availability start date and time cannot be after the event start date and time',
  )
  expect(await ok(server.origin, 'listEvents', { token })).toEqual([])
})

test('validates the hours of a day', async ({ visitor, server }) => {
  const { page, token } = await visitor.openAsHost()
  await page.goto('/events/create')
  await page.getByLabel('Event title').fill('Intro call')
  const monday = group(page, 'Monday')
  const add = monday.getByRole('button', { name: 'Add Time' })
  const start = monday.getByLabel('Start time')
  const end = monday.getByLabel('End time')
  const remove = monday.getByRole('button', { name: 'Remove time' })
  await expect(remove).toHaveCount(0)

  // Half a time isn't wrong yet.
  await end.fill('5')
  await expect(end).not.toHaveAttribute('aria-invalid')
  await end.pressSequentially('pm')
  await end.blur()
  await expect(end).toHaveValue('5:00 PM')

  const wrong = [
    ['18:00', '17:00', 'Start time must be before end time'],
    ['17:00', '17:00', 'Start and end time cannot be the same'],
    ['noon', '17:00', 'Enter a time such as 9:30 AM or 14:30'],
    ['', '17:00', 'Time must be within the same day (12:00 AM - 11:59 PM)'],
  ] as const
  for (const [from, to, message] of wrong) {
    await start.fill(from)
    await end.fill(to)
    await end.blur()
    await expect(monday).toContainText(message)
    await expect(start).toHaveAccessibleDescription(message)
    await expect(add).toBeDisabled()
    await expect(group(page, 'Tuesday').getByRole('button', { name: 'Add Time' })).toBeEnabled()
    await create(page).click()
    await expect(page.getByRole('alert')).toContainText(
      'Please fix time slot validation errors before saving',
    )
  }
  await page.getByRole('alert').getByRole('button').click()
  await expect(start).toBeFocused()
  await expectAccessible(page)
  await expectFits(page, 360)

  await start.fill('09:00')
  await expect(page.getByRole('alert')).toBeHidden()
  await add.click()
  await expect(start.nth(1)).toHaveValue('5:00 PM')
  await expect(start.nth(1)).toBeFocused()
  await expect(end.nth(1)).toHaveValue('6:00 PM')
  await start.nth(1).fill('9')
  await start.nth(1).blur()
  await expect(monday).toContainText('Time slots cannot overlap with existing slots')
  await expect(add).toBeDisabled()
  await create(page).click()
  await expect(page.getByRole('alert')).toContainText('Please fix time slot validation errors before saving')
  await start.nth(1).fill('17:00')
  await end.nth(1).fill('23:59')
  await expect(page.getByRole('alert')).toBeHidden()
  await start.first().fill('0:30')
  await expect(add).toBeDisabled()
  await expect(add).toHaveAccessibleDescription('Monday has no free hour left.')
  await start.first().fill('9:00')
  await expect(add).toBeEnabled()
  await expect(remove).toHaveCount(2)
  await remove.first().click()
  await expect(remove).toHaveCount(0)
  await expect(start).toBeFocused()
  await expect(start).toHaveValue('5:00 PM')

  const day = monday.getByRole('switch', { name: 'Monday' })
  await day.click()
  await expect(monday).toContainText('Not available on Monday')
  await expect(add).toBeDisabled()
  await day.click()
  await expect(start).toHaveValue('5:00 PM')
  await create(page).click()
  await expect(page.getByRole('dialog', { name: 'Share your event' })).toBeVisible()
  const [saved] = await ok(server.origin, 'listEvents', { token })
  expect(saved!.weeklyAvailabilitySlots.monday).toEqual({
    enabled: true,
    slots: [{ start: '17:00', end: '23:59' }],
  })
})

test('hours are copied to other days', async ({ visitor }) => {
  const { page } = await visitor.openAsHost()
  await page.goto('/events/create')
  await group(page, 'Monday').getByLabel('End time').fill('12:30')
  await page.getByRole('button', { name: 'Copy Monday to other days' }).click()
  await page.getByRole('menuitem', { name: 'Copy to all days' }).click()
  for (const day of ['Tuesday', 'Saturday', 'Sunday']) {
    await expect(group(page, day).getByRole('switch')).toBeChecked()
    await expect(group(page, day).getByLabel('End time')).toHaveValue('12:30 PM')
  }
})

test('errors that only the server finds are shown next to their fields', async ({ visitor }) => {
  visitor.expected.push('400')
  const { page } = await visitor.openAsHost()
  await page.route('**/boomEvents', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 400,
          json: {
            success: false,
            error: 'Invalid',
            code: 'invalid',
            fields: { title: 'This title is taken' },
          },
        })
      : route.continue(),
  )
  await page.goto('/events/create')
  await page.getByLabel('Event title').fill('Intro call')
  await create(page).click()
  await expect(page.getByText('Failed to save event. Please try again.')).toBeVisible()
  await expect(page.getByLabel('Event title')).toHaveAccessibleDescription('This title is taken')
  await expect(page.getByRole('alert')).toContainText('This title is taken')
  await expect(page.getByLabel('Event title')).toHaveValue('Intro call')
})

test('an incomplete date is reported instead of saved as empty, and a cleared time uses its default', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost()
  await page.goto('/events/create')
  await page.getByLabel('Event title').fill('Intro call')
  await openSection(page, 'Event Period')
  const period = group(page, 'Event Period')
  const date = period.getByLabel('End date', { exact: true })
  const message = 'Enter a complete date, or clear the field.'
  await date.focus()
  await page.keyboard.type('02312027')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText(message)
  await expect(date).toHaveAccessibleDescription(message)
  expect(await ok(server.origin, 'listEvents', { token })).toEqual([])

  await period.getByRole('button', { name: 'Clear End date' }).click()
  await expect(date).not.toHaveAttribute('aria-invalid')
  await date.focus()
  await page.keyboard.type('02')
  await create(page).click()
  await expect(date).toHaveAccessibleDescription(message)
  await date.fill('2090-02-28')
  const time = period.getByLabel('End time', { exact: true })
  await time.fill('')
  await time.blur()
  await expect(time).toHaveValue('11:59 PM')
  await create(page).click()
  await expect(page.getByRole('dialog', { name: 'Share your event' })).toBeVisible()
  const [saved] = await ok(server.origin, 'listEvents', { token })
  expect(saved).toMatchObject({ eventEndDate: '2090-02-28', eventEndTime: '23:59' })
})
