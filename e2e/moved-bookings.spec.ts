import { HOUR } from '../availability/units.ts'
import { ok } from '../testing/server/api.ts'
import type { ServerProcess } from '../testing/server/server-process.ts'
import { makeBooking } from './support/booked.ts'
import { book, card, opener } from './support/bookings.ts'
import { expect, expectAccessible, test, type Visitor } from './support/support.ts'

/** A host in New York, with a booking that its invitee can move. */
async function booked(visitor: Visitor, { origin }: ServerProcess) {
  visitor.expected.push('409')
  const { page, token } = await visitor.openAsHost({ viewport: { width: 1280, height: 900 } })
  await ok(origin, 'updateSettings', { token, body: { timezone: 'America/New_York' } })
  const [id] = (await book(origin, token, { title: 'Intro call' }, 'Yuki Tanaka')).bookings as [string]
  const startOf = async () =>
    Date.parse((await ok(origin, 'getBooking', { params: { id } })).bookingData.startUtc)
  const first = await startOf()
  const invitee = { fullName: 'Yuki Tanaka', email: 'yuki@example.com' }
  const byInvitee = async (start: number) =>
    ok(origin, 'updateBooking', {
      params: { id },
      body: { ...invitee, startUTC: new Date(start).toISOString() },
    })
  return { page, first, startOf, byInvitee }
}

test('a host who reschedules a booking that its invitee has just moved sees where it is first', async ({
  visitor,
  server,
}) => {
  const { page, first, startOf, byInvitee } = await booked(visitor, server)
  await page.goto('/bookings')
  await opener(card(page, 'Yuki Tanaka')).click()
  await page.getByRole('button', { name: 'Reschedule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move booking' })
  const chosen = dialog.getByRole('radio').nth(5)
  const move = dialog.getByRole('button', { name: 'Move booking' })
  await chosen.check({ force: true })
  await byInvitee(first + HOUR)

  await move.click()
  const notice = dialog.getByRole('alert')
  await expect(notice).toHaveText(/^This booking was moved to .+ 10:00 AM in the meantime. Choose again.$/)
  await expect(notice).toBeFocused()
  await expect(dialog).toContainText(/, now .+ 10:00 AM,/)
  await expect(move).toBeDisabled()
  await expect(card(page, 'Yuki Tanaka')).toContainText('10:00')
  await expectAccessible(page)
  expect(await startOf()).toBe(first + HOUR)

  // On purpose.
  await chosen.check({ force: true })
  const time = await chosen.locator('..').innerText()
  await move.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Booking moved')).toBeVisible()
  const clock = new Intl.DateTimeFormat('en', { timeStyle: 'short', timeZone: 'America/New_York' })
  expect(clock.format(await startOf())).toBe(time.trim())
})

test('a host who drags a booking that its invitee has just moved is asked again', async ({
  visitor,
  server,
}) => {
  const { page, first, startOf, byInvitee } = await booked(visitor, server)
  await page.goto(`/calendar?date=${new Date(first).toISOString().slice(0, 10)}`)
  const entry = page.getByRole('button', { name: /^Intro call with Yuki Tanaka, / })
  const box = (await entry.boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + 8]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + 48)
  await expect(page.locator('[data-open]').first()).toBeVisible()
  await page.mouse.move(x, y + 2 * 48 + 5)
  await page.mouse.up()
  const question = page.getByRole('alertdialog', { name: 'Move booking' })
  await expect(question.getByRole('definition')).toHaveText([/, 9:00 AM$/, /, 11:00 AM$/])
  await byInvitee(first + HOUR)

  await question.getByRole('button', { name: 'Move booking' }).click()
  const notice = question.getByRole('alert')
  await expect(notice).toHaveText(/ 10:00 AM in the meantime. Do you still want to move it\?$/)
  await expect(notice).toBeFocused()
  await expect(question.getByRole('definition')).toHaveText([/, 10:00 AM$/, /, 11:00 AM$/])
  expect(await startOf()).toBe(first + HOUR)

  await question.getByRole('button', { name: 'Move booking' }).click()
  await expect(question).toBeHidden()
  await expect(entry).toContainText('11:00')
  expect(await startOf()).toBe(first + 2 * HOUR)
})

/** Opens the dialog that moves a booking from the second of the hours from one to two, when clocks are set back. */
async function openAtRepeatedHour(visitor: Visitor, server: ServerProcess) {
  const { page, first } = await booked(visitor, server)
  const iso = (start: number) => new Date(start).toISOString()
  const [start, ...slots] = [6.5, 5, 6, 7].map((hour) => Date.UTC(2027, 10, 7) + hour * HOUR)
  await page.clock.setFixedTime('2027-11-05T15:00:00Z')
  await page.route(/\/boomEventsBookings/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll(iso(first), iso(start!)) })
  })
  await page.route('**/slots?*', (route) => {
    const data = slots.map((at) => ({ startUtc: iso(at), endUtc: iso(at + HOUR / 2) }))
    return route.fulfill({ json: { success: true, data } })
  })
  const asked: (string | null)[] = []
  await page.route('**/slots/explain?*', (route) => {
    const startUtc = new URL(route.request().url()).searchParams.get('start')
    asked.push(startUtc)
    const data = { startUtc, endUtc: startUtc, isOffered: true, schedule: null, reasons: [] }
    return route.fulfill({ json: { success: true, data } })
  })
  await page.goto('/bookings')
  await opener(card(page, 'Yuki Tanaka')).click()
  await page.getByRole('button', { name: 'Reschedule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move booking' })
  await expect(dialog).toContainText('1:30 AM, America/New York (GMT-5)')
  return { dialog, asked }
}

test('a booking is moved from or to a repeated hour, whose times have their offsets', async ({
  visitor,
  server,
}) => {
  const { dialog, asked } = await openAtRepeatedHour(visitor, server)
  await expect(dialog.getByRole('radio').locator('..')).toHaveText([
    '1:00 AM GMT-4',
    '1:00 AM GMT-5',
    '2:00 AM',
  ])
  await dialog.getByRole('button', { name: 'Pick another time' }).click()
  // It stays where it is until its host enters another time.
  const time = dialog.getByRole('textbox', { name: 'Start time' })
  await time.fill('1:45 AM')
  await time.press('Tab')
  const offered = dialog.getByText(/ is offered\.$/)
  await expect(offered).toContainText('1:45 AM')
  const text = await offered.innerText()
  await time.fill('1:30 AM')
  await time.press('Tab')
  await expect(offered).toBeHidden()
  expect(asked).toEqual(['2027-11-07T05:45:00.000Z'])
  expect(text).toBe('Sunday, November 7, 2027, 1:45 AM GMT-4 is offered.')
})

test('the booking of a deleted event can be moved once the event is restored', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('404')
  const { page, token } = await visitor.openAsHost({ viewport: { width: 1280, height: 900 } })
  const { event } = await book(server.origin, token, { title: 'Intro call' }, 'Yuki Tanaka')
  await ok(server.origin, 'deleteEvent', { token, params: { id: event.id } })
  const reschedule = async () => {
    await page.goto('/bookings')
    await opener(card(page, 'Yuki Tanaka')).click()
    await page.getByRole('button', { name: 'Reschedule' }).click()
  }
  await reschedule()
  const dialog = page.getByRole('dialog', { name: 'Move booking' })
  await expect(dialog.getByRole('alert')).toHaveText(
    'This booking can’t be moved because its event was deleted. Restore the event first.',
  )
  await expect(dialog.getByRole('button', { name: 'Pick another time' })).toBeHidden()
  await expectAccessible(page)
  await dialog.getByRole('link', { name: 'Restore the event' }).click()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Event restored')).toBeVisible()
  await reschedule()
  await expect(dialog.getByRole('radio').first()).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Pick another time' })).toBeVisible()
})

test('on a phone, the calendar has the focus after a booking was moved to another day', async ({
  visitor,
  server,
}) => {
  const { page, first } = await booked(visitor, server)
  await page.setViewportSize({ width: 360, height: 740 })
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(first)
  await page.goto(`/calendar?date=${date}`)
  await page.getByRole('button', { name: /^Intro call with Yuki Tanaka, / }).click()
  const details = page.getByRole('dialog', { name: 'Booking details' })
  await details.getByRole('button', { name: 'Reschedule' }).click()
  const question = page.getByRole('dialog', { name: 'Move booking' })
  const day = question.getByLabel('Day')
  await expect(day).toHaveValue(date)
  const days = await day.locator('option').evaluateAll((all) => all.map((one) => one.getAttribute('value')))
  await day.selectOption(days.find((other) => other !== date)!)
  await question.getByRole('radio').first().check({ force: true })
  await question.getByRole('button', { name: 'Move booking' }).click()
  await expect(page.getByText('Booking moved')).toBeVisible()
  await details.getByRole('button', { name: 'Close details' }).click()
  await expect(page.getByRole('region', { name: 'Calendar' })).toBeFocused()
})

test('an invitee who comes back to a page sees where the booking was moved, unless they chose another time', async ({
  visitor,
  server: { origin },
}) => {
  const { token, id, event, startUtc } = await makeBooking(origin)
  const day = startUtc.slice(0, 10)
  const slots = await ok(origin, 'listSlots', {
    params: { id: event.id },
    query: { dateFrom: day, dateTo: day, timezone: 'UTC' },
  })
  const page = await visitor.open({ timezoneId: 'UTC' })
  const slot = (index: number) => page.locator(`.slot:has(time[datetime="${slots[index]!.startUtc}"])`)
  const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const change = (body: object) => ok(origin, 'updateBooking', { token, params: { id }, body })
  const note = page.locator('.note')
  await page.goto(`/book/${event.bookingUrlId}/update/${id}`)
  await page.getByLabel('Email').fill('bob.marsh@example.com')
  await change({ startUTC: slots[3]!.startUtc })
  await comeBack()
  await expect(slot(3)).toHaveAttribute('aria-pressed', 'true')
  await expect(note).toContainText((await slot(3).innerText()).replace(/\s[AP]M$/u, ''))
  await expect(page.getByLabel('Email')).toHaveValue('bob.marsh@example.com')

  await slot(5).click()
  const before = (await note.textContent())!
  await change({ startUTC: slots[4]!.startUtc, fullName: 'Robert Marsh' })
  await comeBack()
  await expect(page.getByLabel('Full Name')).toHaveValue('Robert Marsh')
  await expect(note).toHaveText(before)
  visitor.expected.push('409')
  await page.getByRole('button', { name: 'Update booking' }).click()
  await expect(page.getByRole('alert')).toContainText('Reload the page to see its new time.')
})
