import type { Page } from '@playwright/test'
import { ok } from '../testing/server/test-app.ts'
import { enterPerson } from './support/booking-form.ts'
import { makeEvent } from './support/events.ts'
import { expect, expectAccessible, expectFits, tabTo, test } from './support/support.ts'
import { zoneButton } from './support/zones.ts'

const section = (page: Page) => page.getByRole('group', { name: 'More rules' })
const header = (page: Page) => section(page).locator('summary')
const update = (page: Page) => page.getByRole('button', { name: 'Update Event' })

test('rules, dates and a schedule are set, explained if wrong, summarized, saved and shown again', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost({ viewport: { width: 1440, height: 1200 } })
  const { id } = await ok(server.origin, 'createEvent', { token, body: { title: 'Intro call' } })
  await page.goto(`/events/edit/${id}`)
  const field = (label: string) => section(page).getByLabel(label)
  const hours = page.getByLabel('Hours', { exact: true })
  const monday = page.getByRole('switch', { name: 'Monday' })
  await expect(monday).toBeVisible()
  await expect(hours).toHaveCount(0)
  await expect(header(page)).toContainText('None set.')
  await expect(field('Minimum notice')).toBeHidden()
  await tabTo(page, header(page))
  await page.keyboard.press('Enter')
  await tabTo(page, section(page).getByRole('button', { name: '45 min' }))
  await page.keyboard.press('Space')
  await field('Another duration').fill('75')
  // Adds the duration instead of saving the event.
  await field('Another duration').press('Enter')
  await expect(section(page).getByRole('button', { name: '75 min' })).toHaveAttribute('aria-pressed', 'true')
  await field('Another duration').fill('50')
  await field('Another duration').press('Tab')
  await expect(section(page).getByRole('button', { name: '50 min' })).toHaveAttribute('aria-pressed', 'true')
  await expect(section(page).getByRole('button', { name: 'Add', exact: true })).toBeFocused()
  await section(page).getByRole('button', { name: '50 min' }).press('Space')
  // A chip that disappears leaves the focus to its group.
  await field('Another duration').fill('25')
  await field('Another duration').press('Enter')
  await section(page).getByRole('button', { name: '25 min' }).press('Space')
  await expect(page.locator('#event-rules\\.durations')).toBeFocused()
  await expect(section(page).getByRole('button', { name: '25 min' })).toHaveCount(0)

  await field('How far ahead').selectOption('Calendar days ahead')
  await expect(field('Days ahead')).toHaveValue(/^\d+$/)
  await field('How far ahead').selectOption('Working days ahead')
  await field('Days ahead').fill('')
  await field('Bookings per day').fill('0')
  await field('Hours per week').fill('200')
  await expect(section(page).getByText('Use from 15 minutes to 168 hours a week')).toBeVisible()
  const invalid = section(page).locator('[aria-invalid="true"]')
  await expect(invalid.and(field('Hours per week'))).toBeVisible()
  await expect(invalid.and(field('Bookings per week'))).toHaveCount(0)
  await field('Hours per week').fill('7.5')
  await update(page).click()
  const summary = page.getByRole('alert')
  await expect(summary).toBeFocused()
  // Folded, it opens for the link.
  await header(page).press('Enter')
  await expect(field('Days ahead')).toBeHidden()
  await summary
    .getByRole('button', { name: 'How far ahead people can book: Use a whole number of days from 0 to 730' })
    .click()
  await expect(field('Days ahead')).toBeFocused()
  await field('Days ahead').fill('10')
  const closed = { enabled: false, slots: [] }
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
  const schedule = await ok(server.origin, 'createSchedule', {
    token,
    body: {
      name: 'Weekends',
      timezone: 'Europe/Berlin',
      weeklyAvailabilitySlots: {
        ...Object.fromEntries(days.map((day) => [day, closed])),
        saturday: { enabled: true, slots: [{ start: '10:00', end: '12:00' }] },
      },
    },
  })
  // Restored with its error, the section is open.
  await page.reload()
  await expect(section(page).getByText('Use a whole number of bookings from 1 to 1000')).toBeVisible()
  await field('Bookings per day').fill('3')

  await test.step('dates being edited keep the event from being saved without them', async () => {
    await section(page).getByRole('button', { name: 'Next month' }).click()
    await section(page).getByRole('gridcell').getByRole('button').nth(9).click()
    await field('Name').fill('Dentist')
    await header(page).click()
    await update(page).click()
    await expect(summary.first()).toContainText('Add the dates you’re editing, or cancel them')
    await expect(field('Name')).toHaveValue('Dentist')
    await page.getByRole('link', { name: 'Bookings' }).click()
    const leave = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await leave.getByRole('button', { name: 'Keep editing' }).click()
    const add = page.getByRole('group', { name: 'Add a date override' })
    await add.getByRole('button', { name: 'Add' }).click()
  })

  await field('Minimum notice').fill('2')
  await field('Unit').selectOption('Days')
  await field('Buffer after').selectOption('30 minutes')
  await field('Start times').selectOption('At certain minutes of the hour')
  await section(page).getByRole('button', { name: ':15 past the hour' }).click()
  await field('Upcoming bookings per person').fill('1')
  const line =
    'Also 45, 75 minutes · 2 days’ notice · up to 10 working days ahead · 30 minutes free after · starts at :00, :15, :30 · at most 3 bookings a day · at most 7 hours 30 minutes a week · 1 upcoming booking per person'
  await expect(header(page)).toContainText(line)
  await hours.selectOption('Weekends')
  await expect(page.getByText('10 AM–12 PM')).toBeVisible()
  await expect(page.getByRole('paragraph').filter({ hasText: /Europe\/Berlin \(GMT\+[12]\)/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit Weekends' })).toHaveAttribute(
    'href',
    `/availability/${schedule.id}`,
  )
  await expect(monday).toHaveCount(0)
  await expectAccessible(page)
  await update(page).click()
  await expect(page.getByText('Event Updated!')).toBeVisible()

  const saved = await ok(server.origin, 'getEvent', { token, params: { id } })
  expect([saved.scheduleId, saved.weeklySlots.monday.enabled]).toEqual([schedule.id, false])
  expect(saved.weeklyAvailabilitySlots.monday.enabled).toBe(true)
  expect(saved.rules).toEqual({
    overrides: [expect.objectContaining({ name: 'Dentist' })],
    durations: [45, 75],
    minimumNotice: 2880,
    bookingWindow: { type: 'workingDays', days: 10 },
    bufferBefore: null,
    bufferAfter: 30,
    startTimes: { at: [0, 15, 30] },
    limits: [
      { per: 'day', bookings: 3, minutes: null },
      { per: 'week', bookings: null, minutes: 450 },
    ],
    bookingsPerPerson: 1,
    linksOnly: false,
  })
  await page.getByRole('link', { name: 'Edit Intro call' }).click()
  await expect(header(page)).toContainText(line)
  await header(page).click()
  await expect(field('Minimum notice')).toHaveValue('2')
  await expect(field('Unit')).toHaveValue('day')
  await expect(field('Hours per week')).toHaveValue('7.5')
  await expectFits(page, 360)
  await hours.selectOption('This event’s own hours')
  await expect(monday).toBeChecked()
})

test('an invitee chooses a duration, which the address keeps, and moves the booking', async ({
  visitor,
  server,
}) => {
  const event = await makeEvent(server.origin, { duration: 30, rules: { durations: [45, 60] } })
  const page = await visitor.open()
  await page.goto(`/book/${event.bookingUrlId}?duration=45`)
  const radio = (minutes: number) => page.getByRole('radio', { name: `${minutes} minutes` })
  await expect(radio(45)).toBeChecked()
  await expect(page.locator('.facts')).toContainText('45 minutes')
  // The times of the server's zone are replaced.
  await expect(zoneButton(page)).toContainText('Asia/Kathmandu')
  await expectAccessible(page)
  await expectFits(page, 360)
  await radio(45).focus()
  await page.keyboard.press('ArrowRight')
  await expect(radio(60)).toBeChecked()
  await expect(page).toHaveURL(/\?duration=60$/)
  await expect(page.locator('.facts')).toContainText('60 minutes')
  await page.reload()
  await expect(radio(60)).toBeChecked()
  const slot = page.locator('.slot[aria-pressed]').nth(1)
  await slot.click()
  await enterPerson(page, 'Yuki Tanaka', 'yuki@example.com')
  await page.getByRole('button', { name: 'Book Meeting' }).click()
  await expect(page).toHaveURL(/booking-confirmation/)
  const id = new URL(page.url()).pathname.split('/').at(-1)!
  const read = async () => (await ok(server.origin, 'getBooking', { params: { id } })).bookingData
  expect((await read()).duration).toBe(60)

  await page.goto(`/book/${event.bookingUrlId}/update/${id}`)
  await expect(page.locator('.facts')).toContainText('60 minutes')
  await expect(page.getByRole('radio', { name: /minutes/ })).toHaveCount(0)
  const { startUtc } = await read()
  await page.locator('.slot[aria-pressed="false"]').first().click()
  await page.getByRole('button', { name: 'Update booking' }).click()
  await expect(page).toHaveURL(/booking-confirmation/)
  const moved = await read()
  expect(moved.startUtc).not.toBe(startUtc)
  expect(moved.duration).toBe(60)
})

test('the page says that its duration is gone, or that somebody has too many bookings', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('400', '409')
  const event = await makeEvent(server.origin, {
    duration: 30,
    rules: { durations: [45, 60], bookingsPerPerson: 1 },
  })
  const page = await visitor.open()
  await page.goto(`/book/${event.bookingUrlId}?duration=60`)
  const radio = (minutes: number) => page.getByRole('radio', { name: `${minutes} minutes` })
  await expect(radio(60)).toBeChecked()
  const slots = page.locator('.slot[aria-pressed]')
  await slots.first().click()
  await ok(server.origin, 'updateEvent', {
    token: event.token,
    params: { id: event.id },
    body: { rules: { durations: [45], bookingsPerPerson: 1 } },
  })
  const person = { fullName: 'Yuki Tanaka', email: 'yuki@example.com' }
  await enterPerson(page, person.fullName, person.email)
  const book = page.getByRole('button', { name: 'Book Meeting' })
  await book.click()
  await expect(page.getByText('This event doesn’t offer this duration')).toBeVisible()
  await expect(radio(60)).toHaveCount(0)
  await expect(radio(30)).toBeChecked()

  const startUTC = (await slots.last().locator('time').getAttribute('datetime'))!
  await ok(server.origin, 'createBooking', {
    query: { bookingUrlId: event.bookingUrlId },
    body: { ...person, startUTC },
  })
  await slots.first().click()
  await book.click()
  await expect(page.getByRole('alert')).toContainText('Too Many Bookings')
})
