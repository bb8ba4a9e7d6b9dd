import { DAY } from '../availability/units.ts'
import { slotPath } from '../contract/pages/page-paths.ts'
import { ok } from '../testing/server/api.ts'
import { enterPerson } from './support/booking-form.ts'
import { dayAhead, makeEvent } from './support/events.ts'
import { expect, test } from './support/support.ts'

const selected = '.slot[aria-pressed="true"] time'
const TAKEN = 'That time is no longer available. Pick another one.'

test('a link to a slot selects it in whatever month it is, or says that it’s taken or over', async ({
  visitor,
  server,
}) => {
  const event = await makeEvent(server.origin)
  const slots = await ok(server.origin, 'listSlots', {
    params: { id: event.id },
    query: { dateFrom: dayAhead(1), dateTo: dayAhead(60), timezone: 'UTC' },
  })
  const page = await visitor.open({ timezoneId: 'Europe/Berlin' })
  const wanted = [1, Math.floor(slots.length / 2), slots.length - 1].map((index) => slots[index]!.startUtc)
  for (const startUtc of wanted) {
    await page.goto(slotPath(event.bookingUrlId, startUtc))
    await expect(page.locator(selected)).toHaveAttribute('datetime', startUtc)
    await expect(page).toHaveURL(`/book/${event.bookingUrlId}`)
  }
  // What was chosen since the link was opened survives a reload.
  await page.locator('.slot[aria-pressed="false"]').first().click()
  const chosen = await page.locator(selected).getAttribute('datetime')
  await page.reload()
  await expect(page.locator(selected)).toHaveAttribute('datetime', chosen!)

  // What isn't offered is said, beside the others.
  const [taken] = slots
  await ok(server.origin, 'createBooking', {
    query: { bookingUrlId: event.bookingUrlId },
    body: { fullName: 'Eve', email: 'eve@example.com', startUTC: taken!.startUtc },
  })
  const lastYear = new Date(Date.now() - 365 * DAY).toISOString()
  for (const startUtc of [taken!.startUtc, lastYear]) {
    await page.evaluate(() => sessionStorage.clear())
    await page.goto(slotPath(event.bookingUrlId, startUtc))
    await expect(page.getByRole('alert')).toHaveText(TAKEN)
    await expect(page.locator(selected)).toHaveCount(0)
    // At the end of a month, the others may be in the next one.
    const next = page.getByRole('button', { name: 'See next available: ' })
    await expect(page.locator('.slot').or(next).first()).toBeVisible()
  }
  await page.evaluate(() => sessionStorage.clear())
  for (const unknown of ['soon', '9999-12-31T00:00Z']) {
    await page.goto(`/book/${event.bookingUrlId}?slot=${unknown}`)
    await expect(page.locator('.slot').first()).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
})

test('a time from a link that is taken while the form is filled in leaves the times of its day', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('409')
  const event = await makeEvent(server.origin)
  // Its month has earlier days with times.
  const now = new Date()
  const inNextMonth = (day: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, day)).toISOString().slice(0, 10)
  const slots = await ok(server.origin, 'listSlots', {
    params: { id: event.id },
    query: { dateFrom: inNextMonth(15), dateTo: inNextMonth(21), timezone: 'UTC' },
  })
  const { startUtc: startUTC } = slots[0]!
  const page = await visitor.open({ timezoneId: 'America/New_York' })
  await page.goto(slotPath(event.bookingUrlId, startUTC))
  await expect(page.locator(selected)).toHaveAttribute('datetime', startUTC)
  await enterPerson(page)
  const day = page.getByRole('region', { name: 'Choose a time' }).locator('h2')
  const shown = await day.textContent()
  await ok(server.origin, 'createBooking', {
    query: { bookingUrlId: event.bookingUrlId },
    body: { fullName: 'Eve', email: 'eve@example.com', startUTC },
  })
  await page.getByRole('button', { name: 'Book Meeting' }).click()
  await expect(page.getByRole('alert')).toContainText('Selected time slot not found')
  await expect(day).toHaveText(shown!)
})

test('a link to a time after the last one of an event leads to those there are', async ({
  visitor,
  server,
}) => {
  const event = await makeEvent(server.origin, { eventEndUtc: `${dayAhead(20)}T00:00:00.000Z` })
  const page = await visitor.open({ timezoneId: 'America/New_York' })
  await page.goto(slotPath(event.bookingUrlId, `${dayAhead(80)}T15:00:00.000Z`))
  await expect(page.getByRole('alert')).toHaveText(TAKEN)
  await page.locator('.slot').first().click()
  await expect(page.locator(selected)).toHaveCount(1)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a time that became bookable while the page was open stays chosen in other months', async ({
  visitor,
  server,
}) => {
  const { id, token, bookingUrlId } = await makeEvent(server.origin, {
    eventEndUtc: `${dayAhead(20)}T00:00:00.000Z`,
  })
  const page = await visitor.open({ timezoneId: 'America/New_York' })
  await page.goto(`/book/${bookingUrlId}`)
  await expect(page.locator('.slot').first()).toBeVisible()
  await ok(server.origin, 'updateEvent', {
    token,
    params: { id },
    body: { eventEndUtc: `${dayAhead(200)}T00:00:00.000Z` },
  })
  const turn = async (name: string, times: number) => {
    for (let turned = 0; turned < times; turned++) await page.getByRole('button', { name }).click()
  }
  await turn('Next month', 4)
  await page.locator('.slot').first().click()
  await turn('Previous month', 2)
  await expect(page.getByText(/is selected\.$/)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})
