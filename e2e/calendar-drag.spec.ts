import { HOUR } from '../availability/units.ts'
import { weekdays } from '../contract/hours/weekly-availability.ts'
import { ok } from '../testing/server/api.ts'
import { book } from './support/bookings.ts'
import { closeToasts } from './support/close-toasts.ts'
import { MONDAY_AHEAD } from './support/events.ts'
import { expect, expectAccessible, test } from './support/support.ts'
import { expectUncovered } from './support/uncovered.ts'

test('a booking that can’t be moved now says so once it is dropped', async ({ visitor, server }) => {
  visitor.expected.push('Failed to load resource')
  const { page, token } = await visitor.openAsHost({ viewport: { width: 1280, height: 900 } })
  await ok(server.origin, 'updateSettings', { token, body: { timezone: 'America/New_York' } })
  const { event, bookings } = await book(server.origin, token, { title: 'Intro call' }, 'Yuki Tanaka')
  const { bookingData } = await ok(server.origin, 'getBooking', { params: { id: bookings[0]! } })
  await ok(server.origin, 'updateEvent', { token, params: { id: event.id }, body: { isEnabled: false } })
  await page.goto(`/calendar?date=${bookingData.startUtc.slice(0, 10)}`)
  const entry = page.getByRole('button', { name: /^Intro call with Yuki Tanaka, / })
  const box = (await entry.boundingBox())!
  await page.mouse.move(box.x + 20, box.y + 8)
  await page.mouse.down()
  await page.mouse.move(box.x + 20, box.y + 60)
  // Loading is over.
  await expect(page.locator('.select-none.cursor-not-allowed')).toBeVisible()
  await page.mouse.up()
  await expect(page.getByText('Failed to move the booking.')).toBeVisible()
})

test('a booking is dragged to an open time and nowhere else, and opens with its details', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost({ viewport: { width: 1280, height: 900 } })
  await ok(server.origin, 'updateSettings', { token, body: { timezone: 'America/New_York' } })
  // The first open time of a day: nine in the morning.
  const [id] = (await book(server.origin, token, { title: 'Intro call' }, 'Yuki Tanaka')).bookings as [string]
  const startOf = async () =>
    Date.parse((await ok(server.origin, 'getBooking', { params: { id } })).bookingData.startUtc)
  const before = await startOf()
  await page.goto(`/calendar?date=${new Date(before).toISOString().slice(0, 10)}`)
  const entry = page.getByRole('button', { name: /^Intro call with Yuki Tanaka, / })
  const target = page.locator('[data-target]')
  const question = page.getByRole('alertdialog', { name: 'Move booking' })
  const hour = 48
  const dragBy = async (y: number) => {
    const box = (await entry.boundingBox())!
    const [x, from] = [box.x + box.width / 2, box.y + 8]
    await page.mouse.move(x, from)
    await page.mouse.down()
    await page.mouse.move(x, from + y / 2)
    await expect(page.locator('[data-open]').first()).toBeVisible()
    await page.mouse.move(x, from + y)
  }

  await dragBy(-2 * hour)
  await expect(target).toBeHidden()
  await page.mouse.up()
  await expect(page.locator('[data-open]')).toHaveCount(0)
  await dragBy(2 * hour)
  await expect(target).toHaveText('11:00 – 11:30 AM')
  const finger = { pointerId: 7, pointerType: 'touch', bubbles: true, buttons: 1 }
  const { x, y } = (await entry.boundingBox())!
  for (const type of ['pointermove', 'pointercancel', 'pointerup'])
    await entry.dispatchEvent(type, { ...finger, clientX: x + 20, clientY: y + 4 * hour })
  await expect(target).toHaveText('11:00 – 11:30 AM')
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(target).toBeHidden()
  await expect(question).toBeHidden()
  expect(await startOf()).toBe(before)

  await dragBy(2 * hour + 5)
  await page.mouse.up()
  await expect(question).toContainText('Intro call with Yuki Tanaka')
  await expect(question.getByRole('definition')).toHaveText([/, 9:00 AM$/, /, 11:00 AM$/])
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Keep time' }).click()
  await expect(entry).toContainText('9:00')
  await dragBy(2 * hour + 5)
  await page.mouse.up()
  await question.getByRole('button', { name: 'Move booking' }).click()
  await expect(page.getByText('Booking moved')).toBeVisible()
  await closeToasts(page)
  await expect(entry).toContainText('11:00')
  expect(await startOf()).toBe(before + 2 * HOUR)
  // A click is no drag.
  await entry.click()
  const details = page.getByRole('dialog', { name: 'Booking details' })
  await expect(details).toBeVisible()
  await details.press('Escape')
  await expect(details).toBeHidden()

  await page.getByText('Month', { exact: true }).click()
  await entry.press('Enter')
  await expect(details.getByText(id)).toBeVisible()
  await details.getByRole('button', { name: 'Reschedule' }).click()
  const move = page.getByRole('dialog', { name: 'Move booking' })
  await move.getByRole('radio').first().check({ force: true })
  await move.getByRole('button', { name: 'Move booking' }).click()
  await expect(move).toBeHidden()
  const close = details.getByRole('button', { name: 'Close details' })
  await expectUncovered('Booking moved', [close], ['wide'])
  await close.click()
  await expect(details).toBeHidden()
  await expect(entry).toBeFocused()
  await entry.click()
  await page.goBack()
  await expect(details).toBeHidden()
})

test('the part of a booking after midnight is dragged with what is before it', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost({ viewport: { width: 1280, height: 900 } })
  await ok(server.origin, 'updateSettings', { token, body: { timezone: 'UTC', time_format: '12hour' } })
  const event = await ok(server.origin, 'createEvent', {
    token,
    body: {
      title: 'Night shift',
      timezone: 'UTC',
      duration: 120,
      weeklyAvailabilitySlots: Object.fromEntries(
        weekdays.map((day) => [day, { enabled: true, slots: [{ start: '00:00', end: '23:59' }] }]),
      ),
      rules: { startTimes: { at: [0] } },
    },
  })
  await ok(server.origin, 'createBooking', {
    query: { bookingUrlId: event.bookingUrlId },
    body: {
      fullName: 'Yuki Tanaka',
      email: 'yuki@example.com',
      startUTC: `${MONDAY_AHEAD}T23:00:00.000Z`,
      customFieldsCollections: [],
    },
  })
  await page.goto(`/calendar?date=${MONDAY_AHEAD}`)
  const column = (day: string) => page.locator('[data-column]').and(page.getByLabel(new RegExp(`^${day}, `)))
  const entry = column('Tuesday').getByRole('button', { name: /^Night shift with Yuki Tanaka, / })
  await entry.scrollIntoViewIfNeeded()
  const [box, wednesday] = [(await entry.boundingBox())!, (await column('Wednesday').boundingBox())!]
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 20, y)
  await expect(page.locator('[data-open]').first()).toBeVisible()
  await page.mouse.move(wednesday.x + wednesday.width / 2, y)
  await expect(column('Wednesday').locator('[data-target]')).toBeVisible()
  await page.mouse.up()
  const question = page.getByRole('alertdialog', { name: 'Move booking' })
  await expect(question.getByRole('definition')).toHaveText([
    /^Monday, .* 11:00 PM$/,
    /^Tuesday, .* 11:00 PM$/,
  ])
})
