import type { Page } from '@playwright/test'
import { openSection } from './support/events.ts'
import { ok } from '../testing/server/api.ts'
import { expect, expectAccessible, expectFits, test } from './support/support.ts'

const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const create = (page: Page) => page.getByRole('button', { name: 'Create Event' })

test('a missing title and wrong hours are reported next to their fields and in a summary', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost()
  await page.goto('/events/create')
  const title = page.getByLabel('Event title')
  const duration = page.getByLabel('Duration')
  const summary = page.getByRole('alert')
  const monday = group(page, 'Monday')
  const add = monday.getByRole('button', { name: 'Add Time' })
  const start = monday.getByLabel('Start time')
  const end = monday.getByLabel('End time')
  const remove = monday.getByRole('button', { name: 'Remove time' })

  await test.step('the title and the duration', async () => {
    await title.fill('   ')
    await expect(page.getByText('Event title is required')).toBeHidden()
    await create(page).click()
    await expect(summary).toContainText('Event title is required')
    await expect(summary).toBeFocused()
    await expect(title).toHaveAccessibleDescription('Event title is required')
    await summary.getByRole('button', { name: 'Event title is required' }).click()
    await expect(title).toBeFocused()
    await title.fill('Intro call')
    await expect(page.getByText('Event title is required')).toBeHidden()
    await duration.fill('')
    await expect(duration).toHaveAccessibleDescription(
      'Duration must be a whole number of minutes from 5 to 1440',
    )
    await create(page).click()
    await expect(summary).toContainText('Duration must be')
  })

  await test.step('hours that are wrong', async () => {
    // Half a time isn't wrong yet.
    await end.fill('5')
    await expect(end).not.toHaveAttribute('aria-invalid')
    await end.pressSequentially('pm')
    await end.blur()
    await expect(end).toHaveValue('5:00 PM')
    for (const [from, to, message] of [
      ['18:00', '17:00', 'Start time must be before end time'],
      ['17:00', '17:00', 'Start and end time cannot be the same'],
      ['noon', '17:00', 'Enter a time such as 9:30 AM or 14:30'],
      ['', '17:00', 'Time must be within the same day (12:00 AM - 11:59 PM)'],
    ] as const) {
      await start.fill(from)
      await end.fill(to)
      await end.blur()
      await expect(start).toHaveAccessibleDescription(message)
    }
    await expect(add).toBeDisabled()
    await expect(group(page, 'Tuesday').getByRole('button', { name: 'Add Time' })).toBeEnabled()
    await create(page).click()
    await expect(summary).toContainText('Please fix time slot validation errors before saving')
    await expectAccessible(page)
    await expectFits(page, 360)
    await duration.fill('30')
    await summary.getByRole('button').click()
    await expect(start).toBeFocused()
    await start.fill('09:00')
    await expect(summary).toBeHidden()
    expect(await ok(server.origin, 'listEvents', { token })).toEqual([])
  })

  await test.step('hours that are added and removed', async () => {
    await expect(remove).toHaveCount(0)
    await add.click()
    await expect(start.nth(1)).toHaveValue('5:00 PM')
    await expect(start.nth(1)).toBeFocused()
    await expect(end.nth(1)).toHaveValue('6:00 PM')
    await start.nth(1).fill('9')
    await start.nth(1).blur()
    await expect(monday).toContainText('Time slots cannot overlap with existing slots')
    await expect(add).toBeDisabled()
    await start.nth(1).fill('17:00')
    await end.nth(1).fill('23:59')
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
  })

  await test.step('a menu that scrolls with its button', async () => {
    const copy = page.getByRole('button', { name: 'Copy Monday to other days' })
    const menu = page.getByRole('menu', { name: 'Copy Monday to other days' })
    await copy.click()
    await expect(menu).toBeVisible()
    const below = async () => (await menu.boundingBox())!.y - (await copy.boundingBox())!.y
    const scrolledTo = () => page.evaluate(() => scrollY)
    const [distance, from] = [await below(), await scrolledTo()]
    await page.mouse.wheel(0, 90)
    await expect.poll(scrolledTo).toBe(from + 90)
    await expect.poll(async () => Math.abs((await below()) - distance)).toBeLessThan(1)
    await page.keyboard.press('End')
    await expect(page.getByRole('menuitem').last()).toBeFocused()
    // The key hasn't scrolled.
    await page.mouse.wheel(0, -60)
    await expect.poll(scrolledTo).toBe(from + 30)
    // Safari doesn't move the focus to what is clicked.
    await page.evaluate(() =>
      addEventListener('mousedown', (event) => event.preventDefault(), { once: true }),
    )
    await group(page, 'Wednesday').getByRole('switch').click()
    await expect(menu).toBeHidden()
    await expect(page.getByText('Not available on Wednesday')).toBeVisible()
  })

  await test.step('hours that are copied to other days', async () => {
    await page.getByRole('button', { name: 'Copy Monday to other days' }).click()
    await page.getByRole('menuitem', { name: 'Copy to all days' }).click()
    for (const name of ['Tuesday', 'Saturday', 'Sunday']) {
      await expect(group(page, name).getByRole('switch')).toBeChecked()
      await expect(group(page, name).getByLabel('End time')).toHaveValue('11:59 PM')
    }
    await create(page).click()
    await expect(page.getByRole('dialog', { name: 'Share your event' })).toBeVisible()
    const [saved] = await ok(server.origin, 'listEvents', { token })
    const late = { enabled: true, slots: [{ start: '17:00', end: '23:59' }] }
    expect(saved!.weeklyAvailabilitySlots).toMatchObject({ monday: late, sunday: late })
  })
})

test('wrong periods, incomplete dates and what only the server finds are reported next to their fields', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('400')
  const { page, token } = await visitor.openAsHost()
  await page.goto('/events/create')
  const title = page.getByLabel('Event title')
  await title.fill('Intro call')
  const summary = page.getByRole('alert')
  const refused = async (section: string, message: string) => {
    await expect(group(page, section).getByText(message, { exact: true })).toBeVisible()
    await create(page).click()
    await expect(summary.getByRole('button', { name: message, exact: true })).toBeVisible()
  }
  const eventPeriod = group(page, 'Event Period')
  const bookingPeriod = group(page, 'Booking Availability Period')
  for (const [name, last, message] of [
    ['Event Period', '2090-05-01', 'Start date cannot be after end date'],
    [
      'Booking Availability Period',
      '2090-05-02',
      'When booking start and end dates are the same, start time must be before end time',
    ],
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
    await startTime.fill('10:00')
    await endDate.fill(last)
    await endTime.fill('10:00')
    await refused(name, message)
    for (const edge of ['Start', 'End']) {
      await period.getByRole('button', { name: `Clear ${edge} Date` }).click()
    }
    await expect(summary).toBeHidden()
  }
  await eventPeriod.getByLabel('Start date', { exact: true }).fill('2090-05-01')
  await bookingPeriod.getByLabel('Start date', { exact: true }).fill('2090-05-01')
  // The times are kept: both are at ten.
  await expect(page.getByText(/^Booking availability start date/)).toBeHidden()
  await bookingPeriod.getByLabel('Start time').fill('10:01')
  await refused(
    'Booking Availability Period',
    'Booking availability start date and time cannot be after the event start date and time',
  )
  await bookingPeriod.getByRole('button', { name: 'Clear Start date' }).click()

  const date = eventPeriod.getByLabel('End date', { exact: true })
  const incomplete = 'Enter a complete date, or clear the field.'
  await date.focus()
  await page.keyboard.type('02312027')
  await page.keyboard.press('Enter')
  await expect(summary).toContainText(incomplete)
  await expect(date).toHaveAccessibleDescription(incomplete)
  await eventPeriod.getByRole('button', { name: 'Clear End date' }).click()
  await expect(date).not.toHaveAttribute('aria-invalid')
  await date.focus()
  await page.keyboard.type('02')
  await create(page).click()
  await expect(date).toHaveAccessibleDescription(incomplete)
  expect(await ok(server.origin, 'listEvents', { token })).toEqual([])
  await date.fill('2090-05-28')
  // A cleared time uses its default.
  const time = eventPeriod.getByLabel('End time', { exact: true })
  await time.fill('')
  await time.blur()
  await expect(time).toHaveValue('11:59 PM')

  const taken = {
    success: false,
    error: 'Invalid',
    code: 'invalid',
    fields: { title: 'This title is taken' },
  }
  await page.route('**/boomEvents', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 400, json: taken }) : route.continue(),
  )
  await create(page).click()
  await expect(page.getByText('Failed to save event. Please try again.')).toBeVisible()
  await expect(title).toHaveAccessibleDescription('This title is taken')
  await expect(summary).toContainText('This title is taken')
  await expect(title).toHaveValue('Intro call')
  await page.unroute('**/boomEvents')
  await create(page).click()
  await expect(page.getByRole('dialog', { name: 'Share your event' })).toBeVisible()
  const [saved] = await ok(server.origin, 'listEvents', { token })
  expect(saved).toMatchObject({ eventEndDate: '2090-05-28', eventEndTime: '23:59' })
})
