import type { Locator, Page } from '@playwright/test'
import { weekdays } from '../contract/hours/weekly-availability.ts'
import { makeEvent } from './support/events.ts'
import { expect, expectAccessible, expectFits, test } from './support/support.ts'
import { chooseZone } from './support/zones.ts'

/** One time on a Tuesday, sixteen on every other working day. */
const uneven = Object.fromEntries(
  weekdays.map((day, index) => [
    day,
    { enabled: index < 5, slots: [{ start: '09:00', end: day === 'tuesday' ? '09:30' : '17:00' }] },
  ]),
)

const topOf = async (part: Locator) => (await part.boundingBox())!.y
const zone = 'America/New_York'

test('choosing another day only changes the times, which scroll below its name', async ({
  visitor,
  server,
}) => {
  const event = await makeEvent(server.origin, { weeklyAvailabilitySlots: uneven })
  const page = await visitor.open({ timezoneId: zone, viewport: { width: 1280, height: 900 } })
  await page.goto(`/book/${event.bookingUrlId}`)
  // The whole name of the zone is visible, however long.
  const choice = page.locator('.zone-choice')
  const height = (await choice.boundingBox())!.height
  await chooseZone(page, 'buenos aires')
  await expect(choice).toHaveText('America/Argentina/Buenos Aires (GMT-3)')
  expect(await choice.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  expect((await choice.boundingBox())!.height).toBeGreaterThan(height)
  await chooseZone(page, zone)
  const form = page.getByRole('heading', { name: 'Your details' })
  await expect(page.locator('.slot').first()).toBeVisible()
  await expect(form).toHaveCount(0)
  await page.locator('.slot').first().click()
  await expect(form).toBeVisible()
  await page.getByRole('button', { name: 'Next month' }).click()
  const list = page.locator('.times-list')
  const day = (name: string) =>
    page.getByRole('button', { name: new RegExp(`^${name}, .* available`) }).first()
  const tops = async () => [await topOf(form), await topOf(list)]
  const status = page.getByRole('status').filter({ hasText: 'available' })
  await day('Tuesday').click()
  await expect(status).toHaveText('1 time available')
  const topsBefore = await tops()
  await day('Wednesday').click()
  await expect(status).toHaveText('16 times available')
  expect(await tops()).toEqual(topsBefore)
  await page.locator('.slot').last().click()
  expect(await list.evaluate((element) => element.scrollTop)).toBeGreaterThan(0)
  await expect(page.locator('.times h2')).toBeInViewport()
  await expect(page.getByRole('radio', { name: '24h' })).toBeInViewport()
  await day('Thursday').click()
  expect(await list.evaluate((element) => element.scrollTop)).toBe(0)

  // On narrower screens, the form is below.
  const formTop = () => form.evaluate((element) => element.getBoundingClientRect().top + scrollY)
  for (const width of [900, 360]) {
    await page.setViewportSize({ width, height: 740 })
    await day('Tuesday').click()
    await expect(page.locator('.slot')).toHaveCount(1)
    const withOneTime = await formTop()
    await day('Wednesday').click()
    await expect(page.locator('.slot')).toHaveCount(16)
    expect(await formTop()).toBe(withOneTime)
    // Something shows that the list goes on, and nothing is left to see at its end.
    expect(await fadedSlots(page)).toBeGreaterThan(0)
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    expect(await fadedSlots(page)).toBe(0)
  }
})

/** How many times are at least partly in the fading end of the list. */
const fadedSlots = (page: Page) =>
  page.locator('.times-list').evaluate((list) => {
    const { bottom } = list.getBoundingClientRect()
    const { maskImage, scrollPaddingBottom } = getComputedStyle(list)
    if (!maskImage.startsWith('linear-gradient')) return -1
    return [...list.querySelectorAll('.slot')]
      .map((slot) => slot.getBoundingClientRect())
      .filter((slot) => slot.top < bottom && slot.bottom > bottom - parseFloat(scrollPaddingBottom)).length
  })

/** Whether the bar hides some of the focused element. */
const isCovered = (page: Page) =>
  page.evaluate(() => {
    const bar = document.querySelector('.chosen')
    const focused = document.activeElement
    if (!bar?.checkVisibility() || !focused || bar.contains(focused)) return false
    return focused.getBoundingClientRect().bottom > bar.getBoundingClientRect().top
  })

test('a bar with the chosen time stays in view until the form’s button is, and never covers the focus', async ({
  visitor,
  server,
}) => {
  const event = await makeEvent(server.origin)
  const page = await visitor.open({ timezoneId: zone })
  const bar = page.locator('.chosen')
  const fullName = page.getByLabel('Full Name')
  const submit = page.getByRole('button', { name: 'Book Meeting' })
  for (const [screen, width, height, fontSize] of [
    ['a phone', 360, 640, '100%'],
    ['a low screen', 1280, 480, '100%'],
    ['large text', 360, 640, '200%'],
  ] as const) {
    await test.step(screen, async () => {
      await page.setViewportSize({ width, height })
      await page.goto(`/book/${event.bookingUrlId}`)
      await page.evaluate((size) => (document.documentElement.style.fontSize = size), fontSize)
      await expect(bar).toHaveCount(0)
      await page.locator('.slot').nth(2).click()
      await expect(bar).toBeInViewport({ ratio: 1 })
      await expect(bar).toHaveText(/^\w+, \w+ \d+, 10:00 AMBook$/)
      await expect(page.getByRole('status').filter({ hasText: '10:00 AM is selected.' })).toHaveCount(1)
      if (screen === 'large text') await expectAccessible(page)
      for (let steps = 0; steps < 30; steps++) {
        await page.keyboard.press('Tab')
        await expect.poll(() => isCovered(page)).toBe(false)
        if ((await fullName.and(page.locator(':focus')).count()) > 0) break
      }
      await expect(fullName).toBeFocused()
      await page.locator('.slot').nth(3).click()
      await bar.getByRole('button', { name: 'Book' }).press('Enter')
      await expect(fullName).toBeFocused()
      await expect(fullName).toBeInViewport({ ratio: 1 })
      await fullName.fill('Bob')
      await page.locator('.slot').nth(4).click()
      await bar.getByRole('button', { name: 'Book' }).click()
      await expect(page.getByLabel('Email Address')).toBeFocused()
      await page.keyboard.type('bob@example.com')
      // Nothing typed is lost.
      await page.locator('.slot').nth(5).click()
      await expect(fullName).toHaveValue('Bob')
      await bar.getByRole('button', { name: 'Book' }).click()
      await expect(submit).toBeFocused()
      await expect(submit).toBeInViewport({ ratio: 1 })
      await expect(bar).toBeHidden()
      await expectFits(page, width)
      // The next screen is another visit.
      await page.evaluate(() => sessionStorage.clear())
    })
  }
  // Where the whole form is in view, there is nothing to lead to.
  await page.setViewportSize({ width: 1280, height: 1200 })
  await page.goto(`/book/${event.bookingUrlId}`)
  await page.locator('.slot').nth(2).click()
  await expect(submit).toBeInViewport()
  await expect(bar).toBeHidden()
})
