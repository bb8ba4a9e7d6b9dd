import type { Locator } from '@playwright/test'
import { weekdays } from '../contract/weekly-availability.ts'
import { makeEvent } from './events.ts'
import { expect, expectAccessible, expectFits, test } from './support.ts'

/** One time on a Tuesday, sixteen on every other working day. */
const uneven = Object.fromEntries(
  weekdays.map((day, index) => [
    day,
    { enabled: index < 5, slots: [{ start: '09:00', end: day === 'tuesday' ? '09:30' : '17:00' }] },
  ]),
)

const topOf = async (part: Locator) => (await part.boundingBox())!.y
const zone = 'America/New_York'

test('choosing another day only changes the times, and its name stays visible while scrolling', async ({
  visitor,
  server,
}) => {
  const event = await makeEvent(server.origin, { weeklyAvailabilitySlots: uneven })
  const page = await visitor.open({ timezoneId: zone, viewport: { width: 1280, height: 900 } })
  await page.goto(`/book/${event.bookingUrlId}`)
  await page.getByRole('button', { name: 'Next month' }).click()
  const form = page.getByRole('heading', { name: 'Your details' })
  const list = page.locator('.times-list')
  const day = (name: string) =>
    page.getByRole('button', { name: new RegExp(`^${name}, .* available`) }).first()
  const tops = async () => [await topOf(form), await topOf(list)]
  const status = page.getByRole('status').filter({ hasText: 'available' })
  await day('Tuesday').click()
  await expect(status).toHaveText('1 time available')
  const before = await tops()
  await day('Wednesday').click()
  await expect(status).toHaveText('16 times available')
  expect(await tops()).toEqual(before)
  await page.locator('.slot').last().click()
  expect(await list.evaluate((element) => element.scrollTop)).toBeGreaterThan(0)
  await expect(page.locator('.times h2')).toBeInViewport()
  await expect(page.getByRole('radio', { name: '24h' })).toBeInViewport()
  await day('Thursday').click()
  expect(await list.evaluate((element) => element.scrollTop)).toBe(0)
})

test('on a phone the form stays in place, and the chosen time stays visible with a link to the form and never covers the focus', async ({
  visitor,
  server,
}) => {
  const event = await makeEvent(server.origin, { weeklyAvailabilitySlots: uneven })
  const page = await visitor.open({ timezoneId: zone, viewport: { width: 360, height: 740 } })
  await page.goto(`/book/${event.bookingUrlId}`)
  await page.getByRole('button', { name: 'Next month' }).click()
  const form = page.getByRole('heading', { name: 'Your details' })
  const day = (name: string) =>
    page.getByRole('button', { name: new RegExp(`^${name}, .* available`) }).first()
  const formTop = () => form.evaluate((element) => element.getBoundingClientRect().top + scrollY)
  for (const width of [900, 360]) {
    await page.setViewportSize({ width, height: 740 })
    await day('Tuesday').click()
    await expect(page.locator('.slot')).toHaveCount(1)
    const withOneTime = await formTop()
    await day('Wednesday').click()
    await expect(page.locator('.slot')).toHaveCount(16)
    expect(await formTop()).toBe(withOneTime)
  }
  // Too low for the whole list of times.
  await page.setViewportSize({ width: 360, height: 480 })
  const bar = page.locator('.chosen')
  const slot = page.locator('.slot').nth(3)
  await slot.scrollIntoViewIfNeeded()
  await expect(bar).not.toBeInViewport()
  const before = await topOf(form)
  await slot.click()
  await expect(bar).toBeInViewport({ ratio: 1 })
  await expect(bar).toHaveText(/^Wed, \w+ \d+10:30 AMContinue$/)
  expect(await topOf(form)).toBe(before)
  await expectAccessible(page)
  for (let steps = 0; steps < 8; steps++) {
    await page.keyboard.press('Tab')
    const focused = (await page.locator(':focus').boundingBox())!
    expect(focused.y + focused.height).toBeLessThanOrEqual(await topOf(bar))
  }
  await bar.getByRole('button', { name: 'Continue' }).click()
  await expect(form).toBeFocused()
  await expect(form).toBeInViewport()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Full Name')).toBeFocused()
  await expectFits(page, 320)
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect(bar).toBeHidden()
})
