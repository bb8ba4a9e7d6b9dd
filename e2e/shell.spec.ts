import type { Page } from '@playwright/test'
import { ok } from '../testing/server/api.ts'
import { expectFocusSeen } from './support/focus.ts'
import { expect, expectAccessible, expectFits, skipToContent, tabTo, test } from './support/support.ts'

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const toggle = (page: Page) => page.getByRole('button', { name: 'Toggle sidebar' })
const sidebarWidth = async (page: Page) =>
  (
    await page
      .getByRole('complementary')
      .filter({ has: menu(page) })
      .boundingBox()
  )?.width

test('the main menu lists its items in order, and a skip link leads past it', async ({ visitor, server }) => {
  const { page, token } = await visitor.openAsHost({ viewport: { width: 1440, height: 900 } })
  await ok(server.origin, 'createEvent', { token, body: { title: 'Tea' } })
  await page.goto('/dashboard')
  const entries = {
    Dashboard: '/dashboard',
    'Create Event': '/events/create',
    Events: '/events',
    Bookings: '/bookings',
    'Custom Fields': '/custom-fields',
    Calendar: '/calendar',
    Analytics: '/analytics',
    Availability: '/availability',
  }
  await expect(menu(page).getByRole('listitem')).toHaveText(Object.keys(entries))
  const links = menu(page).getByRole('link', { disabled: false })
  await expect(links).toHaveCount(Object.keys(entries).length)
  for (const [index, address] of Object.values(entries).entries()) {
    await expect(links.nth(index)).toHaveAttribute('href', address)
  }
  const header = page.getByRole('banner')
  await expect(header).toContainText('Boomtime')
  await expect(header).toContainText('by Boomtime Labs')
  await expect(page.getByRole('contentinfo')).toHaveText(`© ${new Date().getFullYear()} Boomtime`)
  await expect(page.getByRole('heading', { name: 'Welcome back, Maya' })).toBeVisible()
  await skipToContent(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').getByRole('link', { name: 'New Event', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/events\/create$/)
  // A new screen gets the focus.
  await expect(page.getByRole('main')).toBeFocused()

  // Editors belong to their lists, apart from the one with an entry of its own.
  const marked = menu(page).locator('[aria-current="page"]')
  await expect(marked).toHaveText(['Create Event'])
  await links.getByText('Events', { exact: true }).click()
  await expect(page).toHaveURL(/\/events$/)
  await expect(marked).toHaveText(['Events'])
  await page.getByRole('link', { name: 'Edit Tea' }).click()
  await expect(page).toHaveURL(/\/events\/edit\//)
  await expect(marked).toHaveText(['Events'])
})

test('going back with the keyboard, the header never covers the control with the focus', async ({
  visitor,
}) => {
  const { page } = await visitor.openAsHost({ viewport: { width: 1280, height: 720 } })
  await page.goto('/events/create')
  await page.getByRole('switch', { name: 'Sunday' }).focus()
  await expectFocusSeen(page, 40)
})

test('going on with the keyboard, the bar with the buttons of a schedule never covers the control with the focus', async ({
  visitor,
}) => {
  const { page } = await visitor.openAsHost({ viewport: { width: 1280, height: 700 } })
  await page.goto('/availability/create')
  await expect(page.getByRole('button', { name: 'Next month' })).toBeVisible()
  await expectFocusSeen(page, 44, 'Tab')
})

test('the account menu works by keyboard, and its theme replaces the system’s', async ({ visitor }) => {
  const { page, email } = await visitor.openAsHost({ colorScheme: 'light' })
  await page.goto('/dashboard')
  const account = page.getByRole('button', { name: 'Account' })
  await account.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem')).toHaveText([
    'Profile',
    'Subscription',
    'Settings',
    'Help',
    'Logout',
  ])
  await expect(page.getByText(email)).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(account).toBeFocused()
  for (const [name, address] of Object.entries({
    Profile: /\/profile$/,
    Subscription: /\/subscription$/,
    Help: /\/help$/,
  })) {
    await account.click()
    await page.getByRole('menuitem', { name }).click()
    await expect(page).toHaveURL(address)
  }

  const isDark = () =>
    page.evaluate(() => {
      const probe = document.createElement('canvas').getContext('2d')!
      probe.fillStyle = getComputedStyle(document.documentElement).backgroundColor
      probe.fillRect(0, 0, 1, 1)
      return probe.getImageData(0, 0, 1, 1).data[0]! < 128
    })
  const choose = async (theme: string) => {
    await account.click()
    await page.getByRole('menuitemradio', { name: theme }).click()
  }
  expect(await isDark()).toBe(false)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await isDark()).toBe(true)
  await choose('Light theme')
  await expect.poll(isDark).toBe(false)
  await page.reload()
  await expect(page.getByText('We reply within 24 hours.')).toBeVisible()
  expect(await isDark()).toBe(false)
  await choose('System theme')
  await expect.poll(isDark).toBe(true)
})

test('the sidebar collapses by button and Ctrl+B, for seven days', async ({ visitor }) => {
  const { page } = await visitor.openAsHost({ viewport: { width: 1024, height: 800 } })
  await page.goto('/dashboard')
  const cookie = async () =>
    (await page.context().cookies()).find(({ name }) => name === 'sidebar_state') ?? null
  await expect.poll(() => sidebarWidth(page)).toBe(256)
  expect(await cookie()).toBeNull()
  await toggle(page).click()
  await expect.poll(() => sidebarWidth(page)).toBe(48)
  const written = await cookie()
  expect(written).toMatchObject({ value: 'false', path: '/' })
  expect(Math.abs(written!.expires - Date.now() / 1000 - 7 * 86_400)).toBeLessThan(60)
  await page.reload()
  await expect.poll(() => sidebarWidth(page)).toBe(48)
  await expectAccessible(page)

  // Screen readers still get the names. Tooltips show them after a delay, or at once on focus.
  const events = menu(page).getByRole('link', { name: 'Events', exact: true })
  await toggle(page).hover()
  await events.hover()
  await expect(page.getByRole('tooltip', { name: 'Events' })).toBeVisible()
  await tabTo(page, menu(page).getByRole('link', { name: 'Bookings' }))
  await expect(page.getByRole('tooltip', { name: 'Bookings' })).toBeVisible()

  await page.keyboard.press('Control+b')
  await expect.poll(() => sidebarWidth(page)).toBe(256)
  expect(await cookie()).toMatchObject({ value: 'true' })
  await page.keyboard.press('Meta+b')
  await expect.poll(() => sidebarWidth(page)).toBe(48)
})

test('below 768 px the menu is a drawer', async ({ visitor }) => {
  const { page } = await visitor.openAsHost({ viewport: { width: 767, height: 800 }, hasTouch: true })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Welcome back, Maya' })).toBeVisible()
  await expect(menu(page)).toBeHidden()
  const drawer = page.getByRole('dialog', { name: 'Main menu' })
  await toggle(page).click()
  await expect(drawer).toBeVisible()
  await expectAccessible(page)
  expect((await drawer.boundingBox())?.width).toBe(288)
  for (const link of await drawer.getByRole('link').all()) {
    expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  }
  await drawer.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(toggle(page)).toBeFocused()
  await page.keyboard.press('Control+b')
  await drawer.getByRole('link', { name: 'Events', exact: true }).click()
  await expect(page).toHaveURL(/\/events$/)
  await expect(drawer).toBeHidden()
  await page.setViewportSize({ width: 768, height: 800 })
  await expect(menu(page)).toBeVisible()
})

test('an unknown URL shows a page that leads home', async ({ visitor, server }) => {
  visitor.expected.push('404')
  const page = await visitor.open()
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expectAccessible(page)
  for (const width of [360, 768, 1440]) await expectFits(page, width)
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL(`${server.origin}/`)
})
