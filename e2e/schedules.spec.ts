import type { BookingLimit } from '../contract/events/event-rules.ts'
import { ok } from '../testing/server/test-app.ts'
import { broken } from './support/bookings.ts'
import { closeToasts } from './support/close-toasts.ts'
import { holdRequest } from './support/hold-request.ts'
import { goWithin } from './support/go-within.ts'
import { expect, expectAccessible, expectFits, test } from './support/support.ts'

test('schedules are duplicated, deleted once no event uses them, and limited together', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost()
  const { id } = await ok(server.origin, 'createSchedule', { token, body: { name: 'Office' } })
  const talk = await ok(server.origin, 'createEvent', { token, body: { title: 'Talk', scheduleId: id } })
  // Without the schedules, an event doesn't pretend to have hours of its own.
  visitor.expected.push('Failed to load resource')
  await page.route('**/schedules', (route) => route.fulfill(broken))
  await page.goto(`/events/edit/${talk.id}`)
  const hours = page.getByLabel('Hours', { exact: true })
  await expect(hours.getByRole('option')).toHaveText([
    'This event’s own hours',
    'We couldn’t load your schedules',
  ])
  await expect(hours).toHaveValue(id)
  await page.unrouteAll({ behavior: 'wait' })
  await goWithin(page, '/availability')
  await page.getByRole('button', { name: 'More for Office' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const used = page.getByRole('alertdialog', { name: 'Events use this schedule' })
  await expect(used.getByRole('listitem')).toHaveText('Talk')
  await used.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'More for Office' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(page.getByRole('link', { name: 'Office (copy)' })).toBeVisible()
  await page.getByRole('button', { name: 'More for Office (copy)' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('link', { name: 'Office (copy)' })).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Schedules' })).toBeFocused()
  await expectAccessible(page)
  await expectFits(page, 360)

  // Below them, limits on all events and the first day of the week are saved together, and another tab's are kept.
  await page.getByLabel('Bookings per day').fill('3')
  await ok(server.origin, 'updateSettings', { token, body: { week_start: 'sunday' } })
  await page.getByRole('button', { name: 'Save limits' }).click()
  await expect(page.getByText('The limits apply to all your events.')).toBeVisible()
  await expect(page.getByLabel('Weeks start on')).toHaveValue('sunday')
  expect(await ok(server.origin, 'getSettings', { token })).toMatchObject({
    week_start: 'sunday',
    booking_limits: [{ per: 'day', bookings: 3 }],
  })
  await closeToasts(page)

  const perWeek = page.getByRole('group', { name: 'Per week' })
  await perWeek.getByLabel('Bookings per week').fill('0')
  await expect(page.getByRole('form', { name: 'All events' })).toContainText(
    'Use a whole number of bookings from 1 to 1000',
  )
  await expect(perWeek.getByLabel('Bookings')).toHaveAttribute('aria-invalid', 'true')
  await expect(perWeek.getByLabel('Hours')).not.toHaveAttribute('aria-invalid')
  await expect(page.getByRole('button', { name: 'Save limits' })).toBeDisabled()
  await perWeek.getByLabel('Bookings per week').fill('5')
  await perWeek.getByLabel('Hours per week').fill('2')
  await page.getByLabel('Bookings per day').fill('')
  await page.getByLabel('Weeks start on').selectOption('Monday')
  await page.getByRole('button', { name: 'Save limits' }).click()
  await expect(page.getByText('The limits apply to all your events.')).toBeVisible()
  expect(await ok(server.origin, 'getSettings', { token })).toMatchObject({
    week_start: 'monday',
    booking_limits: [{ per: 'week', bookings: 5, minutes: 120 }],
  })

  // What is changed while they are being saved isn't saved yet.
  const answerSave = await holdRequest(page, '**/account/settings', 'PUT')
  await perWeek.getByLabel('Bookings per week').fill('6')
  await page.getByRole('button', { name: 'Save limits' }).click()
  await page.getByLabel('Weeks start on').selectOption('Sunday')
  answerSave()
  await expect(page.getByRole('button', { name: 'Save limits' })).not.toHaveAttribute('aria-disabled')
  await expect(page.getByLabel('Weeks start on')).toHaveValue('sunday')
  await expect(perWeek.getByLabel('Bookings per week')).toHaveValue('6')
  expect(await ok(server.origin, 'getSettings', { token })).toMatchObject({
    week_start: 'monday',
    booking_limits: [{ per: 'week', bookings: 6, minutes: 120 }],
  })
  const saveLimits = page.getByRole('button', { name: 'Save limits' })
  const spinner = saveLimits.locator('svg')
  await saveLimits.click()
  await expect(spinner).toHaveCount(0)
  await expect(saveLimits).toBeDisabled()
  await expect(saveLimits).toBeFocused()
  await page.getByLabel('Weeks start on').selectOption('Monday')
  await saveLimits.click()
  await expect(spinner).toHaveCount(0)
  await expect(saveLimits).toBeDisabled()
  await page.getByRole('link', { name: 'New schedule' }).click()
  await expect(page.getByRole('group', { name: /day$/ }).first()).toHaveAttribute('aria-label', 'Monday')
})

test('limits that another tab saved are neither overwritten nor hidden', async ({ visitor, server }) => {
  const { page, token } = await visitor.openAsHost()
  const elsewhere = (booking_limits: BookingLimit[]) =>
    ok(server.origin, 'updateSettings', { token, body: { booking_limits } })
  const stored = async () => (await ok(server.origin, 'getSettings', { token })).booking_limits
  const [perDay, perWeek] = [page.getByLabel('Bookings per day'), page.getByLabel('Bookings per week')]
  const save = page.getByRole('button', { name: 'Save limits' })
  await page.goto('/availability')
  await expect(perDay).toHaveValue('')
  const perMonth = { per: 'month' as const, bookings: null, minutes: 600 }
  await elsewhere([{ per: 'day', bookings: 3, minutes: null }, perMonth])
  await perWeek.fill('10')
  await save.click()
  await expect(perDay).toHaveValue('3')
  const ours = { per: 'week' as const, bookings: 10, minutes: null }
  await expect.poll(stored).toEqual([{ per: 'day', bookings: 3, minutes: null }, ours, perMonth])

  // A restored change shows the others as they are now.
  await perWeek.fill('11')
  await elsewhere([{ per: 'day', bookings: 4, minutes: 60 }, ours])
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(perWeek).toHaveValue('11')
  await expect(perDay).toHaveValue('4')
  await expect(page.getByLabel('Hours per month')).toHaveValue('')
  await perDay.fill('5')
  await save.click()
  await expect.poll(stored).toEqual([
    { per: 'day', bookings: 5, minutes: 60 },
    { per: 'week', bookings: 11, minutes: null },
  ])
})

test('a limit that isn’t a number is refused, not taken for none', async ({ visitor, server }) => {
  const { page, token } = await visitor.openAsHost()
  const saved: BookingLimit = { per: 'day', bookings: 4, minutes: null }
  await ok(server.origin, 'updateSettings', { token, body: { booking_limits: [saved] } })
  const stored = async () => (await ok(server.origin, 'getSettings', { token })).booking_limits
  const [perDay, perWeek] = [page.getByLabel('Bookings per day'), page.getByLabel('Bookings per week')]
  const message = page.getByText('Use a whole number of bookings from 1 to 1000')
  const save = page.getByRole('button', { name: 'Save limits' })
  await page.goto('/availability')
  await expect(perDay).toHaveValue('4')
  await perDay.press('End')
  await perDay.pressSequentially('-5')
  await expect(message).toHaveCount(1)
  // Browsers report no change of an empty field.
  await perWeek.pressSequentially('e')
  await expect(message).toHaveCount(2)
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await perWeek.press('Backspace')
  await expect(message).toHaveCount(1)
  await perDay.fill('5')
  await expect(message).toHaveCount(0)
  await perDay.pressSequentially('-')
  // A draft that is restored hasn't lost the limit.
  await page.reload()
  await expect(perDay).toHaveValue('')
  await expect(message).toHaveCount(1)
  await perDay.focus()
  await perDay.blur()
  await expect(message).toHaveCount(0)
  await perDay.fill('5')
  expect(await stored()).toEqual([saved])
  await save.click()
  await expect.poll(stored).toEqual([{ ...saved, bookings: 5 }])
})

test('dates that are too many stay in the dialog, and removing one makes room', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost()
  const overrides = Array.from({ length: 100 }, (_, year) => ({
    from: `${2100 + year}-05-01`,
    to: `${2100 + year}-05-01`,
    slots: [],
    name: '',
  }))
  const body = { name: 'Office', timezone: 'UTC', overrides }
  const { id } = await ok(server.origin, 'createSchedule', { token, body })
  await page.goto(`/availability/${id}`)
  const list = page.getByRole('list', { name: 'Date overrides' }).getByRole('listitem')
  const message = page.getByText('You can have at most 100 date overrides')
  const paste = page.getByRole('button', { name: 'Paste dates' })
  const dialog = page.getByRole('dialog', { name: 'Paste dates' })
  const dates = dialog.getByLabel('Dates', { exact: true })
  await paste.click()
  await dates.fill('2090-12-24 Christmas Eve')
  await dialog.getByRole('button', { name: 'Add 1 entry' }).click()
  await expect(dialog.getByText('You can have at most 100 date overrides')).toBeVisible()
  await expect(dates).toHaveValue('2090-12-24 Christmas Eve')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(message).toHaveCount(0)

  await page.getByRole('button', { name: 'Next month' }).click()
  await page.getByRole('gridcell').getByRole('button').nth(9).click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(message).toBeVisible()
  await page.getByRole('button', { name: 'Remove Sat, May 1, 2100' }).click()
  await expect(list).toHaveCount(99)
  await expect(message).toHaveCount(0)
})

test('times of a date override move the focus along, and Enter adds what was typed, or says what is wrong', async ({
  visitor,
}) => {
  const { page } = await visitor.openAsHost()
  await page.goto('/availability/create')
  await page.getByRole('gridcell').getByRole('button').last().click()
  const form = page.getByRole('group', { name: 'Add a date override' })
  const list = page.getByRole('list', { name: 'Date overrides' })
  await form.getByText('Other hours', { exact: true }).click()
  const starts = form.getByLabel('Start time')
  await form.getByRole('button', { name: 'Add Time' }).click()
  await expect(starts.nth(1)).toBeFocused()
  await form.getByRole('button', { name: 'Remove time' }).last().click()
  await expect(starts).toHaveCount(1)
  await expect(starts).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)

  await page.getByRole('gridcell').getByRole('button').last().click()
  await form.getByText('Other hours', { exact: true }).click()
  const [start, end] = [form.getByLabel('Start time'), form.getByLabel('End time')]
  // The message stays until Enter, so each differs from the one before.
  for (const [typed, error] of [
    ['25:70', 'Enter a time such as 9:30 AM or 14:30'],
    ['', 'Time must be within the same day'],
    ['nonsense', 'Enter a time such as 9:30 AM or 14:30'],
  ] as const) {
    await start.fill('9')
    await start.fill('')
    await start.pressSequentially(typed)
    await start.press('Enter')
    await expect(form).toContainText(error)
    await expect(list).toHaveCount(0)
  }
  await start.fill('18')
  await start.press('Enter')
  await expect(start).toHaveAccessibleDescription('Start time must be before end time')
  await expect(start).toHaveAttribute('aria-invalid', 'true')
  await expect(list).toHaveCount(0)
  await end.fill('20:30')
  await end.press('Enter')
  await expect(list).toContainText('6–8:30 PM')
})
