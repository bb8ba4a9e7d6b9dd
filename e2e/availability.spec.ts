import type { Locator, Page } from '@playwright/test'
import { ok } from '../testing/server/test-app.ts'
import { dayAhead } from './support/events.ts'
import { expect, expectAccessible, expectFits, test } from './support/support.ts'

const HOUR_OF_DAY = 1 / 24
const day = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const line = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const blocks = (page: Page, name: string) => day(page, name).locator('[data-block]')
const save = (page: Page) => page.getByRole('button', { name: 'Save schedule' })
const section = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

async function point(column: Locator, hour: number) {
  const box = (await column.boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + box.height * hour * HOUR_OF_DAY }
}

/** Drags from one hour of a day to another of the same or another day. */
async function drag(page: Page, from: Locator, fromHour: number, to: Locator, toHour: number) {
  const start = await point(from, fromHour)
  const end = await point(to, toHour)
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2)
  await page.mouse.move(end.x, end.y)
  await page.mouse.up()
}

test('a week is drawn by pointer and by keyboard, and typed', async ({ visitor, server }) => {
  const { page, token } = await visitor.openAsHost({ viewport: { width: 1440, height: 1200 } })
  await page.goto('/availability')
  await expect(page.getByText('No schedules yet')).toBeVisible()
  await page.getByRole('link', { name: 'New schedule' }).click()
  await page.getByRole('button', { name: 'Create schedule' }).click()
  await expect(page.getByRole('alert')).toContainText('Enter a name')
  await page.getByLabel('Name').first().fill('Working hours')
  await page.getByLabel('Time zone', { exact: true }).selectOption('UTC')

  await page.setViewportSize({ width: 768, height: 1200 })
  const text = blocks(page, 'Monday').getByText('5').locator('visible=true')
  expect(await text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(false)
  const [back, ahead] = [page.getByLabel('Previous week'), page.getByLabel('Next week')]
  expect((await back.boundingBox())!.y).toBe((await ahead.boundingBox())!.y)
  await page.setViewportSize({ width: 1440, height: 1200 })
  await drag(page, day(page, 'Saturday'), 10, day(page, 'Saturday'), 12)
  await expect(line(page, 'Saturday')).toHaveValue('10 AM–12 PM')
  await drag(page, day(page, 'Saturday'), 11, day(page, 'Sunday'), 15)
  await expect(line(page, 'Sunday')).toHaveValue('2–4 PM')
  await expect(line(page, 'Saturday')).toHaveValue('Closed')
  await drag(page, day(page, 'Friday'), 16.95, day(page, 'Friday'), 14)
  await expect(line(page, 'Friday')).toHaveValue('9 AM–2 PM')

  await blocks(page, 'Monday').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+ArrowUp')
  await expect(line(page, 'Monday')).toHaveValue('9:30 AM–5:15 PM')
  await expect(blocks(page, 'Monday')).toBeFocused()
  await page.keyboard.press('Enter')
  // Hours that touch become one.
  await expect(line(page, 'Monday')).toHaveValue('9:30 AM–6:15 PM')
  await expect(blocks(page, 'Monday')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(line(page, 'Monday')).toHaveValue('9:30 AM–5:15 PM')
  await expect(blocks(page, 'Monday')).toBeFocused()
  for (const [name, hours] of [
    ['Sunday', '2–4 PM'],
    ['Friday', '9 AM–2 PM'],
  ] as const) {
    await blocks(page, name).focus()
    await page.getByRole('button', { name: `Remove ${name}, ${hours}` }).click()
  }
  await expect(line(page, 'Sunday')).toHaveValue('Closed')
  await page.keyboard.press('ControlOrMeta+z')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(line(page, 'Friday')).toHaveValue('9 AM–2 PM')
  await expect(line(page, 'Sunday')).toHaveValue('2–4 PM')
  const from = await point(day(page, 'Saturday'), 10)
  const to = await point(day(page, 'Saturday'), 14)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y)
  await expect(blocks(page, 'Saturday')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(blocks(page, 'Saturday')).toHaveCount(0)
  await expect(line(page, 'Saturday')).toHaveValue('Closed')
  await blocks(page, 'Wednesday').focus()
  await page.keyboard.press('Delete')
  await expect(line(page, 'Wednesday')).toHaveValue('Closed')
  await expect(page.getByRole('button', { name: 'Add hours on Wednesday' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(line(page, 'Wednesday')).toHaveValue('9 AM–5 PM')

  await line(page, 'Tuesday').fill('9-12, 1:30-5pm')
  await line(page, 'Tuesday').press('Enter')
  await expect(line(page, 'Tuesday')).toHaveValue('9 AM–12 PM, 1:30–5 PM')
  await expect(blocks(page, 'Tuesday')).toHaveCount(2)
  await line(page, 'Thursday').fill('9am-12pm, 11am-1pm')
  await page.getByRole('button', { name: 'Create schedule' }).click()
  await expect(page.getByRole('alert')).toContainText('9 AM–12 PM and 11 AM–1 PM overlap.')
  await expect(line(page, 'Thursday')).toHaveValue('9am-12pm, 11am-1pm')
  await page.reload()
  await expect(line(page, 'Thursday')).toHaveAccessibleDescription('9 AM–12 PM and 11 AM–1 PM overlap.')
  await line(page, 'Thursday').fill('all d')
  await line(page, 'Saturday').fill('9-12, 22-2')
  await line(page, 'Saturday').press('Tab')
  await expect(line(page, 'Saturday')).toHaveAccessibleDescription(
    'Open from 10 PM to midnight, and midnight to 2 AM the next day?',
  )
  await page.getByRole('button', { name: 'Use these hours' }).click()
  await expect(line(page, 'Saturday')).toHaveValue('9 AM–12 PM, 10 PM–midnight')
  await expect(line(page, 'Sunday')).toHaveValue('12–2 AM, 2–4 PM')
  await line(page, 'Saturday').fill('closed')
  await line(page, 'Sunday').fill('2-4pm')
  await line(page, 'Sunday').press('Enter')
  await expectAccessible(page)

  // Text that isn't hours doesn't prevent saving the list, which doesn't show it.
  await page.getByText('List', { exact: true }).click()
  await expect(day(page, 'Tuesday').getByLabel('Start time')).toHaveCount(2)
  await expect(day(page, 'Saturday')).toContainText('Not available on Saturday')
  await page.getByRole('button', { name: 'Create schedule' }).click()
  await expect(page.getByRole('link', { name: 'Working hours' })).toBeVisible()
  const [created] = await ok(server.origin, 'listSchedules', { token })
  expect(created!.weeklyAvailabilitySlots).toMatchObject({
    monday: { enabled: true, slots: [{ start: '09:30', end: '17:15' }] },
    tuesday: {
      slots: [
        { start: '09:00', end: '12:00' },
        { start: '13:30', end: '17:00' },
      ],
    },
    saturday: { enabled: false },
    sunday: { enabled: true, slots: [{ start: '14:00', end: '16:00' }] },
  })
})

test('dates are closed, pasted and given other hours, with holidays and a trip', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost({ viewport: { width: 1440, height: 1200 } })
  const { id } = await ok(server.origin, 'createSchedule', {
    token,
    body: { name: 'Office', timezone: 'UTC' },
  })
  await page.goto(`/availability/${id}`)
  const overrides = section(page, 'Date overrides')
  const list = overrides.getByRole('list', { name: 'Date overrides' })
  await overrides.getByRole('button', { name: 'Next month' }).click()
  const days = overrides.getByRole('gridcell').getByRole('button')
  await days.nth(9).hover()
  await page.mouse.down()
  await days.nth(10).hover()
  await days.nth(12).hover()
  await page.mouse.up()
  await expect(overrides.getByRole('gridcell', { selected: true })).toHaveCount(4)
  await overrides.getByLabel('Name').fill('Vacation')
  await save(page).click()
  await expect(page.getByRole('alert')).toContainText('Add the dates you’re editing, or cancel them')
  await overrides.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(list.getByRole('listitem')).toHaveText([/Closed · Vacation/])

  // By keyboard: the day in the middle gets other hours, which splits the vacation.
  await days.nth(9).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Enter')
  await overrides.getByText('Other hours', { exact: true }).click()
  await overrides.getByLabel('Start time').fill('8')
  await overrides.getByLabel('End time').fill('10')
  await overrides.getByLabel('End time').press('Enter')
  await expect(list.getByRole('listitem')).toHaveText([/Vacation/, /8–10 AM/, /Vacation/])
  await expect(days.nth(10)).toBeFocused()
  await list
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click()
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(overrides.locator('[data-day]:focus')).toBeVisible()

  await overrides.getByRole('button', { name: 'Paste dates' }).click()
  const dialog = page.getByRole('dialog', { name: 'Paste dates' })
  await dialog.getByLabel('Dates', { exact: true }).fill('Dec 24, 2031 - Jan 2, 2032, someday')
  await expect(dialog.getByRole('list', { name: 'Not understood' })).toContainText('“someday”')
  const add = dialog.getByRole('button', { name: /^Add/ })
  await expect(add).toBeDisabled()
  await dialog
    .getByLabel('Dates', { exact: true })
    .fill('Dec 24 - Jan 2, 2032, 5/6/2031 Trade show, 1/2/2020')
  await expect(add).toBeDisabled()
  await dialog
    .getByRole('group', { name: 'Which date is “5/6/2031 Trade show”?' })
    .getByLabel('Thu, Jun 5, 2031')
    .check()
  await expect(
    dialog.getByRole('list', { name: 'Understood', exact: true }).getByRole('listitem'),
  ).toHaveText(['Dec 24, 2031 – Jan 2, 2032', 'Thu, Jun 5, 2031 · Trade show'])
  await expect(dialog.getByRole('list', { name: 'In the past' })).toContainText('Feb 1, 2020 is in the past')
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:1', 'SUMMARY:Fair']
  const dates = [`DTSTART;VALUE=DATE:${dayAhead(90).replaceAll('-', '')}`, 'END:VEVENT']
  const odd = ['BEGIN:VEVENT', 'UID:2', 'SUMMARY:No start', 'END:VEVENT', 'END:VCALENDAR']
  await dialog.getByLabel('Or a calendar file (.ics)').setInputFiles({
    name: 'fair.ics',
    mimeType: 'text/calendar',
    buffer: Buffer.from([...lines, ...dates, ...odd].join('\r\n')),
  })
  await expect(dialog.getByRole('list', { name: 'Understood', exact: true })).toContainText('Fair')
  await expect(dialog.getByRole('list', { name: 'Not read' })).toContainText('“No start”')
  await expectAccessible(page)
  await expectFits(page, 360)
  const box = (await dialog.boundingBox())!
  expect(box.x + box.width).toBeLessThanOrEqual(360)
  await page.setViewportSize({ width: 1440, height: 1200 })
  await dialog.getByRole('button', { name: 'Add 3 entries' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(5)

  visitor.expected.push('ERR_FAILED')
  await page.route('**/holidays/**', (route) => route.abort())
  const holidays = section(page, 'Holidays')
  await holidays.getByLabel('Country').selectOption('Germany')
  await expect(holidays).toContainText('We couldn’t load the holidays.')
  await page.unroute('**/holidays/**')
  await holidays.getByRole('button', { name: 'Try again' }).click()
  await holidays.getByLabel('Region').selectOption('Bayern')
  await holidays.getByRole('switch', { name: 'Epiphany' }).uncheck()
  const travel = section(page, 'Travel')
  await travel.getByRole('button', { name: 'Add trip' }).click()
  await expect(travel.getByLabel('First date', { exact: true })).toHaveValue('')
  await expect(travel.getByLabel('Last date', { exact: true })).toHaveValue('')
  await expect(travel.getByLabel('Time zone there')).toHaveValue('')
  await expect(travel).toContainText('Enter both dates')
  await travel.getByLabel('First date', { exact: true }).fill('2031-03-03')
  await travel.getByLabel('Last date', { exact: true }).fill('2031-03-01')
  await expect(travel).toContainText('The first date can’t be after the last one')
  await travel.getByLabel('Last date', { exact: true }).fill('2031-03-14')
  await expect(travel).toContainText('Choose the time zone there')
  await travel.getByLabel('Time zone there').selectOption('Asia/Tokyo')
  await travel.getByRole('button', { name: 'Add trip' }).click()
  await travel.getByRole('button', { name: 'Remove trip 2' }).click()
  await expect(travel.getByRole('button', { name: 'Add trip' })).toBeFocused()
  await save(page).click()
  await expect(page.getByText('Schedule saved')).toBeVisible()
  const saved = await ok(server.origin, 'getSchedule', { token, params: { id } })
  expect(saved).toMatchObject({
    holidays: { country: 'DE', region: 'BY', off: ['01-06'] },
    travels: [{ from: '2031-03-03', to: '2031-03-14', timezone: 'Asia/Tokyo' }],
  })
  expect(saved.overrides.map(({ name }) => name)).toEqual(['', 'Vacation', 'Fair', 'Trade show', ''])
  await expect(page.getByText('Holidays: Germany · 5 date overrides · 1 trip')).toBeVisible()
})

test('on the last evening of a year, the rest of it still has its holidays', async ({ visitor, server }) => {
  const { page, token } = await visitor.openAsHost()
  await ok(server.origin, 'updateSettings', { token, body: { timezone: 'America/New_York' } })
  const holidays = { country: 'US', region: null, off: [] }
  const { id } = await ok(server.origin, 'createSchedule', { token, body: { name: 'Office', holidays } })
  const years = new Set<string | null>()
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('/holidays/US')) years.add(searchParams.get('year'))
  })
  await page.clock.setFixedTime('2027-12-31T22:00:00-05:00')
  await page.goto(`/availability/${id}`)
  await expect(section(page, 'Holidays').getByRole('switch')).not.toHaveCount(0)
  expect(years).toEqual(new Set(['2027', '2028', '2029']))
})

test('hours are added by touch, without moving the page', async ({ visitor, server }) => {
  const { page, token } = await visitor.openAsHost({ viewport: { width: 360, height: 800 }, hasTouch: true })
  const { id } = await ok(server.origin, 'createSchedule', { token, body: { name: 'Office' } })
  await page.goto(`/availability/${id}`)
  await expectFits(page, 360)
  const sunday = page.getByRole('button', { name: 'Add hours on Sunday' })
  const box = (await sunday.boundingBox())!
  await sunday.tap({ position: { x: box.width / 2, y: box.height * 10.6 * HOUR_OF_DAY } })
  await expect(line(page, 'Sunday')).toHaveValue('10:30–11:30 AM')
  // The new hours can be dragged at once, others once they are tapped: until then, a touch scrolls.
  const touchAction = (of: Locator) => of.evaluate((element) => getComputedStyle(element).touchAction)
  await expect(blocks(page, 'Sunday')).toBeFocused()
  expect(await touchAction(blocks(page, 'Sunday'))).toBe('none')
  expect(await touchAction(blocks(page, 'Monday'))).toBe('pan-y')
  await blocks(page, 'Monday').tap()
  await expect(blocks(page, 'Monday')).toBeFocused()
  await expect(line(page, 'Monday')).toHaveValue('9 AM–5 PM')
  await line(page, 'Tuesday').fill('9-9:30, 10-17')
  await line(page, 'Tuesday').press('Enter')
  await expect(blocks(page, 'Tuesday').first().getByText('9', { exact: true })).toBeVisible()
  await blocks(page, 'Monday').tap()
  await page.getByRole('button', { name: 'Remove Monday, 9 AM–5 PM' }).tap()
  await expect(line(page, 'Monday')).toHaveValue('Closed')
})
