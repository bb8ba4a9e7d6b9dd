import type { Page } from '@playwright/test'
import { watchLayout } from './support/layout-shift.ts'
import { expect, expectAccessible, expectFits, skipToContent, tabTo, test } from './support/support.ts'

const HEADLINE = 'Schedule meetings with advanced features'
/** The headline is typed only for people who don't mind motion. */
const desktop = { viewport: { width: 1440, height: 900 }, reducedMotion: 'no-preference' } as const
const phone = { viewport: { width: 767, height: 800 }, hasTouch: true }

const headline = (page: Page) => page.getByRole('heading', { level: 1, name: HEADLINE, exact: true })
const links = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link')
const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu' })

/** The visible part of the headline. Screen readers always get all of it, so tests find it by its full name. */
const seen = (page: Page) =>
  headline(page).evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    let text = ''
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!/[,/] 0\)$/.test(getComputedStyle(node.parentElement!).color)) text += node.textContent
    }
    return text
  })

test('the skip link, the top bar, and all sections lead where they say', async ({ visitor }) => {
  const page = await visitor.open({ viewport: { width: 1440, height: 900 }, hasTouch: true })
  await page.goto('/')
  // With reduced motion, the headline isn’t typed.
  expect(await seen(page)).toBe(HEADLINE)
  await skipToContent(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Get Started Free' })).toBeFocused()

  await expect(page).toHaveTitle(/Boomtime/)
  await expect(menuButton(page)).toBeHidden()
  await expect(links(page)).toHaveText(['Browser extension', 'Pricing', 'Sign In', 'Get Started'])
  const extension = links(page).getByText('Browser extension')
  await expect(extension).toHaveAttribute('href', '/extension')
  await expect(extension).toHaveAttribute('target', '_blank')
  await expect(extension).toHaveAttribute('rel', /noopener/)
  await expect(links(page).getByText('Pricing')).toHaveAttribute('href', '/pricing')
  await expect(links(page).getByText('Sign In')).toHaveAttribute('href', '/signin')
  await expect(links(page).getByText('Get Started')).toHaveAttribute('href', '/signin')
  const home = page.getByRole('banner').getByRole('link', { name: 'Boomtime', exact: true })
  await expect(home).toHaveAttribute('href', '/')
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(home).toBeInViewport()

  // For signed-in hosts the same document leads to the dashboard.
  await page.evaluate(() => localStorage.setItem('sessionToken', 'any'))
  await page.reload()
  await expect(links(page)).toHaveText(['Browser extension', 'Pricing', 'Dashboard'])
  await expect(links(page).getByText('Dashboard')).toHaveAttribute('href', '/dashboard')
  await page.evaluate(() => localStorage.clear())

  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Get Started Free' })).toHaveAttribute('href', '/signin')
  await expect(main.getByRole('heading', { level: 3 })).toHaveText([
    'Custom fields',
    'Tags and labels',
    'Smart scheduling',
    'Flexible time slots',
    'Easy booking',
    'Calendar sync',
    'Booking takes a minute',
    'Your whole week in one place',
    'See changes before you save',
  ])
  await expect(main.getByRole('img', { name: /calendar entry.*custom fields/ })).toBeVisible()
  const install = main.getByRole('link', { name: 'Install the browser extension' })
  await expect(install).toHaveAttribute('href', '/extension')
  await expect(install).toHaveAttribute('target', '_blank')
  const quotes = main.getByRole('figure')
  await expect(quotes).toHaveCount(2)
  for (const quote of await quotes.all()) {
    await expect(quote.getByRole('img', { name: 'Five out of five stars' })).toBeVisible()
    await expect(quote.getByText('Sample', { exact: true })).toBeVisible()
  }
  await expect(main.getByText('These are sample quotes')).toBeVisible()
  const year = new Date().getFullYear()
  await expect(page.getByRole('contentinfo')).toContainText(`© ${year} Boomtime`)
  await expectAccessible(page)
  for (const width of [360, 768, 1440]) {
    await expectFits(page, width)
    for (const link of await main.getByRole('link').all()) {
      expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(44)
    }
  }
  await main.getByRole('link', { name: 'Start Scheduling Today' }).click()
  await expect(page).toHaveURL(/\/signin$/)
  await page.getByRole('link', { name: 'Boomtime' }).click()
  await expect(headline(page)).toBeVisible()
})

test('the menu below 768 px works by keyboard and by touch', async ({ visitor }) => {
  const page = await visitor.open(phone)
  await page.goto('/')
  const button = menuButton(page)
  const pricing = links(page).getByText('Pricing')
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await expect(pricing).toBeHidden()

  await test.step('by touch', async () => {
    await button.tap()
    await expect(pricing).toBeVisible()
    // The menu is right below the bar, even if the banner above is scrolled away.
    await page.mouse.wheel(0, 300)
    await expect.poll(() => gapBelowBar(page)).toBeLessThan(16)
    expect(await gapBelowBar(page)).toBeGreaterThanOrEqual(0)
    for (const target of [button, ...(await links(page).all())]) {
      const box = (await target.boundingBox())!
      expect(Math.min(box.height, box.width)).toBeGreaterThanOrEqual(44)
    }
    await page.touchscreen.tap(200, 700)
    await expect(pricing).toBeHidden()
    await button.tap()
    // Nothing is really opened, because Chromium crashes if a test answers for its own store.
    await page.evaluate(() =>
      document.addEventListener('click', (click) => click.preventDefault(), { once: true }),
    )
    await links(page).getByText('Browser extension').tap()
    await expect(pricing).toBeHidden()
    await button.tap()
    await expect(pricing).toBeVisible()
    await page.setViewportSize({ width: 768, height: 800 })
    await expect(button).toBeHidden()
    await expect(pricing).toBeInViewport()
    await page.setViewportSize({ width: 767, height: 800 })
    await expect(button).toHaveAttribute('aria-expanded', 'false')
    await expect(pricing).toBeHidden()
  })

  await test.step('by keyboard', async () => {
    await tabTo(page, button)
    await page.keyboard.press('Enter')
    await expect(pricing).toBeVisible()
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    await expectFits(page, 360)
    await expectAccessible(page)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(pricing).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(pricing).toBeHidden()
    await expect(button).toHaveAttribute('aria-expanded', 'false')
    await expect(button).toBeFocused()
    await page.keyboard.press('Space')
    for (let tab = 0; tab < 3; tab++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/signin$/)
  })
})

const gapBelowBar = (page: Page) =>
  page.evaluate(() => {
    const bottom = document.querySelector('header')!.getBoundingClientRect().bottom
    return document.querySelector('nav')!.getBoundingClientRect().top - bottom
  })

test.describe('the headline', () => {
  test('is typed one character every 100 ms without moving the layout', async ({ visitor }) => {
    const page = await visitor.open(desktop)
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    const shifted = await watchLayout(page)
    await page.goto('/')
    const box = await headline(page).boundingBox()
    expect(await seen(page)).toBe('')
    await page.clock.runFor(99)
    expect(await seen(page)).toBe('')
    await page.clock.runFor(1)
    expect(await seen(page)).toBe('S')
    for (const typed of [2, 20, HEADLINE.length - 1, HEADLINE.length]) {
      const shown = (await seen(page)).length
      await page.clock.runFor((typed - shown) * 100)
      expect(await seen(page)).toBe(HEADLINE.slice(0, typed))
    }
    await expect(page.locator('h1')).toHaveText(HEADLINE)
    expect(await headline(page).boundingBox()).toEqual(box)
    expect(await shifted()).toBeLessThan(0.01)
  })

  test('is never fully visible before it is typed, unless the script fails to load', async ({ visitor }) => {
    visitor.expected.push('ERR_')
    const page = await visitor.open(desktop)
    const script = /public-assets\/.*\.js$/
    await page.route(script, (route) => route.abort())
    await page.goto('/', { waitUntil: 'load' })
    const hold = () =>
      page.locator('h1').evaluate((element) => {
        const [animation] = element.getAnimations()
        return animation ? Number(animation.effect?.getComputedTiming().endTime) : 0
      })
    expect(await seen(page)).toBe('')
    expect(await hold()).toBeLessThanOrEqual(3000)
    await page.locator('h1').evaluate((element) => element.getAnimations()[0]?.finish())
    expect(await seen(page)).toBe(HEADLINE)
  })
})

test('pictures of the product are in the system’s theme or the chosen one, and no others are loaded', async ({
  visitor,
}) => {
  const page = await visitor.open()
  let loaded: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'image') loaded.push(/-(light|dark)-[^/]*\.webp$/.exec(request.url())?.[1])
  })
  for (const [system, chosen, theme] of [
    ['light', null, 'light'],
    ['dark', null, 'dark'],
    ['light', 'dark', 'dark'],
    ['dark', 'light', 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme: system })
    if (chosen !== null) await page.evaluate((name) => localStorage.setItem('theme', name), chosen)
    await page.goto('about:blank')
    loaded = []
    await page.goto('/')
    const pictures = page.getByRole('region', { name: 'See it in action' }).getByRole('img')
    await expect(pictures).toHaveCount(4)
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded()
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0)
    }
    expect(loaded.filter((name) => name !== undefined)).toEqual([theme, theme, theme, theme])
  }
})

test('everything is readable and every link works without JavaScript', async ({ visitor }) => {
  const page = await visitor.open({ ...phone, javaScriptEnabled: false })
  await page.goto('/')
  await expect(headline(page)).toHaveCSS('animation-name', 'none')
  await menuButton(page).tap()
  await expect(links(page)).toHaveText(['Browser extension', 'Pricing', 'Sign In', 'Get Started'])
  await links(page).getByText('Get Started').tap()
  await expect(page).toHaveURL(/\/signin$/)
})
