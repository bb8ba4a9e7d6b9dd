import type { Page } from '@playwright/test'
import { ok } from '../testing/test-app.ts'
import { expect, test } from './support.ts'

const line = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const section = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

test('a schedule saved in another tab isn’t overwritten', async ({ visitor, server }) => {
  visitor.expected.push('409')
  const { page, token } = await visitor.openAsHost()
  const { id } = await ok(server.origin, 'createSchedule', { token, body: { name: 'Office' } })
  await page.goto(`/availability/${id}`)
  const name = page.getByLabel('Name').first()
  await name.fill('Studio')
  await ok(server.origin, 'updateSchedule', { token, params: { id }, body: { name: 'Home' } })
  await page.getByRole('button', { name: 'Save schedule' }).click()
  const conflict = page.getByRole('alertdialog', { name: 'This schedule was changed elsewhere' })
  await expect(conflict).toContainText('Saved: Home')
  await conflict.getByRole('button', { name: 'Save this version' }).click()
  await expect(page.getByRole('link', { name: 'Studio' })).toBeVisible()
})

test('the first day of the week saved in another tab isn’t overwritten', async ({ visitor, server }) => {
  const { page, token } = await visitor.openAsHost()
  await page.goto('/availability')
  await page.getByLabel('Bookings per day').fill('3')
  await ok(server.origin, 'updateSettings', { token, body: { week_start: 'sunday' } })
  await page.getByRole('button', { name: 'Save limits' }).click()
  await expect(page.getByText('The limits apply to all your events.')).toBeVisible()
  await expect(page.getByLabel('Weeks start on')).toHaveValue('sunday')
  expect(await ok(server.origin, 'getSettings', { token })).toMatchObject({
    week_start: 'sunday',
    booking_limits: [{ per: 'day', bookings: 3 }],
  })
})

test('leaving asks while dates are being edited, and while hours can’t be read', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost({ viewport: { width: 1440, height: 1200 } })
  const { id } = await ok(server.origin, 'createSchedule', { token, body: { name: 'Office' } })
  await page.goto(`/availability/${id}`)
  const overrides = section(page, 'Date overrides')
  await overrides.getByRole('button', { name: 'Next month' }).click()
  await overrides.getByRole('button', { name: 'Previous month' }).focus()
  await page.keyboard.press('Enter')
  await expect(overrides.getByRole('button', { name: 'Previous month' })).toBeFocused()
  await overrides.getByRole('button', { name: 'Next month' }).click()
  await overrides.getByRole('gridcell').getByRole('button').nth(9).click()
  const leave = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await page.getByRole('link', { name: 'Bookings' }).click()
  await leave.getByRole('button', { name: 'Keep editing' }).click()
  await overrides.getByRole('button', { name: 'Cancel' }).click()
  await line(page, 'Thursday').fill('sometimes')
  await page.getByRole('link', { name: 'Bookings' }).click()
  await leave.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/bookings$/)
})

test('holidays that can’t be loaded are tried again', async ({ visitor, server }) => {
  visitor.expected.push('ERR_FAILED')
  const { page, token } = await visitor.openAsHost({ viewport: { width: 1440, height: 1200 } })
  const { id } = await ok(server.origin, 'createSchedule', { token, body: { name: 'Office' } })
  await page.goto(`/availability/${id}`)
  await page.route('**/holidays/**', (route) => route.abort())
  const holidays = section(page, 'Holidays')
  await holidays.getByLabel('Country').selectOption('Germany')
  await expect(holidays).toContainText('We couldn’t load the holidays.')
  await page.unroute('**/holidays/**')
  await holidays.getByRole('button', { name: 'Try again' }).click()
  await expect(holidays.getByRole('switch', { name: 'Good Friday' })).toBeVisible()
})
