import fs from 'node:fs'
import type { Page } from '@playwright/test'
import type { Analytics } from '../contract/overview/analytics.schema.ts'
import { ok } from '../testing/server/api.ts'
import { book, broken } from './support/bookings.ts'
import { dayAhead } from './support/events.ts'
import { expect, expectAccessible, expectFits, tabTo, test } from './support/support.ts'

const custom = { from: dayAhead(0), to: dayAhead(40) }
const address = `/analytics?${new URLSearchParams(custom)}`

const figure = (page: Page, label: string) =>
  page.getByRole('term').filter({ hasText: label }).locator('..').getByRole('definition')
const card = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const rows = (page: Page, name: string) => card(page, name).locator('tbody').getByRole('row')

/** The figures of a busy year. */
function busyYear(): Analytics {
  const weeks = Array.from({ length: 53 }, (_, n) => {
    const day = (ahead: number) => new Date(Date.UTC(2026, 0, 1 + n * 7 + ahead)).toISOString().slice(0, 10)
    return { dateFrom: day(0), dateTo: day(6), bookings: (n * 7) % 31, canceled: (n * 3) % 5 }
  })
  const hours = Array.from({ length: 7 }, (_, weekday) =>
    Array.from({ length: 24 }, (__, hour) =>
      weekday < 6 && hour > 6 && hour < 20 ? (weekday * 5 + hour * 3) % 14 : 0,
    ),
  )
  const events = Array.from({ length: 12 }, (_, n) => ({
    id: `0198a2b4-6f1e-7c3d-9a5b-2f4e6d8c0a${10 + n}`,
    title: n === 1 ? 'Quarterly'.repeat(10) : `Event ${n}`,
    isDeleted: n === 2,
    bookings: 240 - n * 20,
    canceled: n,
  }))
  return {
    dateFrom: '2026-01-01',
    dateTo: '2026-12-31',
    timezone: 'UTC',
    bookings: 1234,
    canceled: 105,
    minutes: 37_020,
    weeks,
    events: [...events, { id: null, title: '', isDeleted: true, bookings: 3, canceled: 0 }],
    hours,
    leadTimes: [0, 1, 2, 4, 8, 15].map((minDays, n) => ({
      minDays,
      maxDays: [0, 1, 3, 7, 14, null][n]!,
      bookings: 300 - n * 37,
    })),
    medianLeadDays: 3.5,
  }
}

test('hosts see what was booked with them, by period and event', async ({ visitor, server }) => {
  const { page, token } = await visitor.openAsHost()
  const intro = await book(server.origin, token, { title: '=Intro' }, 'Ann Lee', 'Bob Marsh', 'Cy Young')
  await ok(server.origin, 'cancelBooking', {
    token,
    params: { id: intro.bookings[0]! },
    body: { cancellationReason: 'Ill' },
  })
  await book(server.origin, token, { title: 'Review', bufferTime: 0, duration: 60 })

  await page.goto('/analytics')
  await expect(page).toHaveTitle('Analytics · Boomtime')
  await expect(page.getByText('No bookings in this period')).toBeVisible()
  await page.getByLabel('Period').selectOption('Last 52 weeks')
  await expect(page).toHaveURL(/\?weeks=52$/)
  await page.getByLabel('Period').selectOption('Custom dates')
  await page.getByLabel('To', { exact: true }).fill(custom.to)
  await page.getByLabel('From', { exact: true }).fill(custom.from)
  await expect(page).toHaveURL(address)

  await expect(figure(page, 'Bookings')).toHaveText('2')
  await expect(figure(page, 'Hours booked')).toHaveText('1')
  await expect(figure(page, 'Canceled')).toHaveText('1 (33%)')
  await expect(figure(page, 'Median lead time')).toHaveText(/day/)
  await expect(page.getByText('2 bookings, 1 canceled')).toBeAttached()
  await expect(rows(page, 'Bookings by event')).toHaveText([/=Intro\s*2\s*1/])
  await expect(page.getByRole('main')).not.toContainText('Ann Lee')
  await expect(card(page, 'Cancellations by week').getByRole('img')).toHaveAccessibleName(
    'Cancellations by week: between 0 and 1 a week. The table has the number of each week.',
  )

  await test.step('tables', async () => {
    const weeks = card(page, 'Bookings by week')
    await expect(weeks.getByRole('img')).toHaveAccessibleName(/^Bookings by week: between 0 and [12] a week/)
    const toggle = weeks.getByRole('button', { name: 'Show as table' })
    await tabTo(page, toggle)
    await page.keyboard.press('Enter')
    await expect(weeks.getByRole('img')).toBeHidden()
    const counts = await rows(page, 'Bookings by week').getByRole('cell').allTextContents()
    expect(counts.reduce((sum, text) => sum + Number(text), 0)).toBe(2)
    await expect(weeks.getByRole('button', { name: 'Show as chart' })).toBeFocused()
    await expectAccessible(page)
  })

  await test.step('CSV', async () => {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV of bookings by event' }).click()
    const file = await saved
    expect(file.suggestedFilename()).toBe(`bookings-by-event-${custom.from}-${custom.to}.csv`)
    expect(fs.readFileSync(await file.path(), 'utf8')).toBe(
      '\uFEFF"Event","Bookings","Canceled"\r\n"\'=Intro",2,1\r\n',
    )
  })

  await test.step('one event, with canceled bookings only', async () => {
    const event = page.getByLabel('Event', { exact: true })
    await event.selectOption('Review')
    await expect(page.getByText('No bookings in this period')).toBeVisible()
    for (const id of intro.bookings.slice(1)) {
      await ok(server.origin, 'cancelBooking', {
        token,
        params: { id },
        body: { cancellationReason: 'Ill' },
      })
    }
    await page.reload()
    await expect(event.locator('option:checked')).toHaveText('Review')
    await expect(page.getByText('No bookings in this period')).toBeVisible()
    await event.selectOption('=Intro')
    await expect(figure(page, 'Canceled')).toHaveText('3 (100%)')
    await expect(figure(page, 'Median lead time')).toHaveText('–')
    await expect(card(page, 'Bookings by week')).toContainText(
      'No bookings in this period that weren’t canceled',
    )
    await expect(card(page, 'Bookings by weekday and hour')).toBeHidden()
    await event.selectOption('All events')
    await expect(page).toHaveURL(address)
  })

  await test.step('going back in the history brings back other custom dates', async () => {
    await page.getByRole('link', { name: 'Analytics' }).click()
    await expect(page).toHaveURL(/\/analytics$/)
    await page.getByLabel('Period').selectOption('Custom dates')
    await page.getByLabel('To', { exact: true }).fill(dayAhead(20))
    await expect(page).toHaveURL(new RegExp(`to=${dayAhead(20)}$`))
    await page.goBack()
    await expect(page).toHaveURL(address)
    await expect(page.getByLabel('From', { exact: true })).toHaveValue(custom.from)
    await expect(page.getByLabel('To', { exact: true })).toHaveValue(custom.to)
  })
})

test('a busy year fits, and failures and wrong dates say what to do', async ({ visitor, server }) => {
  visitor.expected.push('500', '400')
  const { page, token } = await visitor.openAsHost()
  await ok(server.origin, 'updateSettings', { token, body: { keep_bookings_months: 6 } })
  const calls = '**/api/webapp/analytics?*'
  await page.route(calls, (route) => route.fulfill(broken))
  await page.goto(address)
  await expect(page.getByRole('alert')).toContainText('We couldn’t load your figures')
  await page.unroute(calls)
  await page.route(calls, (route) => route.fulfill({ json: { success: true, data: busyYear() } }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(figure(page, 'Bookings')).toHaveText('1,234')
  await expect(page.getByText('Your settings delete bookings after 6 months')).toBeVisible()
  await expect(rows(page, 'Bookings by event')).toHaveCount(10)
  await card(page, 'Bookings by event').getByRole('button', { name: 'Show all 13' }).click()
  await expect(rows(page, 'Bookings by event').last()).toHaveText(/Deleted events\s*3\s*0/)
  await expect(rows(page, 'Lead time').last()).toHaveText(/15 or more days/)
  await expect(rows(page, 'Bookings by weekday and hour').first()).toHaveText(/^7:00 AM/)

  // Wrong dates keep the last figures.
  const to = page.getByLabel('To', { exact: true })
  await to.fill(dayAhead(400))
  await expect(page.getByText('Choose at most 366 days')).toBeVisible()
  await to.fill(dayAhead(-1))
  await expect(page.getByText('End date is before start date')).toBeVisible()
  await expect(page).toHaveURL(address)
  await expect(figure(page, 'Bookings')).toHaveText('1,234')
  await expectAccessible(page)
  for (const width of [360, 768, 1440]) await expectFits(page, width)
  await expectFits(page, 320)
  const table = page.getByLabel('Bookings by weekday and hour', { exact: true }).last()
  const hidden = () => table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  await expect.poll(hidden).toBe(0)

  await page.emulateMedia({ forcedColors: 'active' })
  const backgroundOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor)
  const canvas = await backgroundOf('body')
  expect(await backgroundOf('[role="img"] [title] > div')).not.toBe(canvas)
  expect(await backgroundOf('tbody th [aria-hidden] > span')).not.toBe(canvas)

  const error = 'There are more than 20,000 bookings in this period. Choose a shorter one.'
  await page.unroute(calls)
  await page.route(calls, (route) =>
    route.fulfill({ status: 400, json: { success: false, error, code: 'validation_failed' } }),
  )
  await page.getByLabel('Period').selectOption('Last 52 weeks')
  await expect(page.getByRole('alert')).toHaveText(error)
})
