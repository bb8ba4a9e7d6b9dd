import { makeEvent } from './support/events.ts'
import { expect, test } from './support/support.ts'

test('on a phone with Safari 16, a booking page shows times, and what is chosen and typed into can be seen', async ({
  visitor,
  server,
}) => {
  const event = await makeEvent(server.origin, { description: 'See https://example.com' })
  const page = await visitor.open({ viewport: { width: 375, height: 667 }, bypassCSP: true })
  await page.addInitScript(() => {
    Reflect.deleteProperty(URL, 'canParse')
    Reflect.deleteProperty(Map, 'groupBy')
    Reflect.deleteProperty(Object, 'groupBy')
    Reflect.deleteProperty(Promise, 'withResolvers')
    Reflect.deleteProperty(AbortSignal, 'any')
    Reflect.deleteProperty(HTMLElement.prototype, 'showPopover')
    Reflect.deleteProperty(window, 'requestIdleCallback')
  })
  // The page's styles are in its document.
  await page.route(`**/book/${event.bookingUrlId}`, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll('light-dark(', 'unknown-function(')
    await route.fulfill({ response, body })
  })
  await page.goto(`/book/${event.bookingUrlId}`)
  const times = page.locator('.slot')
  await times.nth(1).click()
  await expect(times.nth(1)).toHaveAttribute('aria-pressed', 'true')
  const style = (index: number, name: string) =>
    times.nth(index).evaluate((time, property) => getComputedStyle(time).getPropertyValue(property), name)
  expect(await style(1, 'background-color')).not.toBe(await style(0, 'background-color'))
  expect(await style(0, 'border-top-style')).toBe('solid')
  await expect(page.getByLabel('Full Name')).toHaveCSS('border-top-style', 'solid')
})

test('on such a phone, the menu of a marketing page covers nothing', async ({ visitor }) => {
  const page = await visitor.open({ viewport: { width: 375, height: 667 }, bypassCSP: true })
  await page.addInitScript(() => {
    Reflect.deleteProperty(HTMLElement.prototype, 'showPopover')
    const { matches } = Element.prototype
    Object.assign(Element.prototype, {
      matches(this: Element, selector: string) {
        if (selector.includes(':popover-open')) throw new SyntaxError(`${selector} is not a valid selector`)
        return matches.call(this, selector)
      },
    })
  })
  await page.route('**/pricing', async (route) => {
    const response = await route.fetch()
    const body = (await response.text())
      .replaceAll(':popover-open', ':unknown-class')
      .replaceAll('popover="auto"', '')
    await route.fulfill({ response, body })
  })
  await page.goto('/pricing')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu).toBeVisible()
  const { y, height } = (await menu.boundingBox())!
  const heading = (await page.getByRole('heading', { level: 1 }).boundingBox())!
  expect(heading.y).toBeGreaterThan(y + height)
  await menu.getByRole('link', { name: 'Pricing' }).click()
  await expect(page).toHaveURL(/\/pricing$/)
})

test('on such a phone in dark mode, the pictures of the landing page are light, as the page is', async ({
  visitor,
}) => {
  const page = await visitor.open({ colorScheme: 'dark', bypassCSP: true })
  await page.route('/', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll('light-dark(', 'unknown-function(')
    await route.fulfill({ response, body })
  })
  await page.goto('/')
  await expect(page.locator('.in-dark').first()).toBeAttached()
  await expect(page.locator('.in-dark:visible')).toHaveCount(0)
  await expect(page.locator('.in-light').first()).toBeVisible()
  // Without a color, what is drawn in a soft one would be black.
  const soft = page.locator('[fill="var(--soft)"]')
  await expect(soft.first()).toBeAttached()
  const fills = await soft.evaluateAll((parts) => parts.map((part) => getComputedStyle(part).fill))
  expect(fills.filter((fill) => fill === 'rgb(0, 0, 0)')).toEqual([])
})
