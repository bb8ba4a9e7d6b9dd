import type { Page } from '@playwright/test'
import { DAY } from '../availability/units.ts'
import { ok } from '../testing/server/test-app.ts'
import { dayAhead } from './support/events.ts'
import { holdRequest } from './support/hold-request.ts'
import { expect, expectAccessible, test } from './support/support.ts'

const save = (page: Page) => page.getByRole('button', { name: 'Save schedule' })
const line = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const section = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

test('saving hours says first what they change for events', async ({ visitor, server }) => {
  const { page, token } = await visitor.openAsHost({ viewport: { width: 1440, height: 1200 } })
  const { id } = await ok(server.origin, 'createSchedule', {
    token,
    body: { name: 'Office', timezone: 'UTC' },
  })
  const event = await ok(server.origin, 'createEvent', { token, body: { title: 'Talk', scheduleId: id } })
  const slots = await ok(server.origin, 'listSlots', {
    params: { id: event.id },
    query: { dateFrom: dayAhead(2), dateTo: dayAhead(14), timezone: 'UTC' },
  })
  const monday = slots.find(({ startUtc }) => new Date(startUtc).getUTCDay() === 1)!
  await ok(server.origin, 'createBooking', {
    query: { bookingUrlId: event.bookingUrlId },
    body: { fullName: 'Ann', email: 'ann@example.com', startUTC: monday.startUtc },
  })
  const starts = async () =>
    (
      await ok(server.origin, 'listSlots', {
        params: { id: event.id },
        query: { dateFrom: dayAhead(2), dateTo: dayAhead(26), timezone: 'UTC' },
      })
    ).map(({ startUtc }) => new Date(startUtc))

  await page.goto(`/availability/${id}`)
  await expect(page.locator('[data-busy]')).toHaveCount(0)
  const thisMonday = dayAhead(-((new Date().getUTCDay() + 6) % 7))
  const days = (Date.parse(monday.startUtc.slice(0, 10)) - Date.parse(thisMonday)) / DAY
  for (let week = 0; week < days / 7; week += 1) await page.getByRole('button', { name: 'Next week' }).click()
  await expect(section(page, 'Monday').locator('[data-busy]')).toHaveCount(1)
  await line(page, 'Monday').fill('closed')
  await line(page, 'Sunday').fill('10-11')
  // Nothing can be entered that the answer wouldn't save.
  const name = page.getByLabel('Name').first()
  const preview = '**/schedules/*/preview'
  const answerPreview = await holdRequest(page, preview, 'POST')
  await name.press('Enter')
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  await page.keyboard.type('!')
  await expect(name).toHaveValue('Office')
  answerPreview()
  const dialog = page.getByRole('alertdialog', { name: 'Save these hours?' })
  await expect(dialog).toContainText(
    /^Save these hours\?\w+ loses \d+ open times and gains \d+\.1 booking falls outside these hours: Ann, \w+ \d+\./,
  )
  await expectAccessible(page)
  const date = monday.startUtc.slice(0, 10)
  const outside = dialog.getByRole('link', { name: /^Ann, .* \(opens in a new tab\)$/ })
  await expect(outside).toHaveAttribute('href', `/bookings?meeting_after=${date}&meeting_before=${date}`)
  await expect(outside).toHaveAttribute('target', '_blank')
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect(save(page)).toBeFocused()
  expect((await starts()).some((start) => start.getUTCDay() === 1)).toBe(true)
  const answerSave = await holdRequest(page, `**/schedules/${id}`, 'PUT')
  await name.press('Enter')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toBeHidden()
  await name.focus()
  await page.keyboard.type('!')
  await expect(name).toHaveValue('Office')
  answerSave()
  await expect(page.getByText('Schedule saved')).toBeVisible()
  expect(new Set((await starts()).map((start) => start.getUTCDay()))).toEqual(new Set([0, 2, 3, 4, 5]))

  // Leaving without saving before the answer saves nothing.
  await page.getByRole('link', { name: 'Office' }).click()
  await line(page, 'Tuesday').fill('closed')
  const noEffect = { slotsRemoved: 0, slotsAdded: 0, events: [], bookingsOutside: 0, firstOutside: [] }
  await page.route(preview, (route) => route.fulfill({ json: { success: true, data: noEffect } }))
  const answerLast = await holdRequest(page, preview, 'POST')
  const answered = page.waitForResponse(preview)
  await save(page).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/availability$/)
  answerLast()
  await answered

  // A change that no slot depends on is saved at once, but overwrites no other tab's, even after a reload.
  visitor.expected.push('409')
  await page.getByRole('link', { name: 'Office' }).click()
  await page.getByLabel('Name').first().fill('Studio')
  page.once('dialog', (one) => void one.accept())
  await page.reload()
  await expect(page.getByText('We’ve restored your unsaved changes.')).toBeVisible()
  await ok(server.origin, 'updateSchedule', { token, params: { id }, body: { name: 'Home' } })
  await save(page).click()
  const conflict = page.getByRole('alertdialog', { name: 'This schedule was changed elsewhere' })
  await expect(conflict).toContainText('Saved: Home')
  await conflict.getByRole('button', { name: 'Save this version' }).click()
  await expect(page.getByRole('link', { name: 'Studio' })).toBeVisible()
  expect((await starts()).some((start) => start.getUTCDay() === 2)).toBe(true)
})
