import type { Page } from '@playwright/test'
import { ok } from '../testing/server/api.ts'
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

test('the main menu lists its items in order', async ({ visitor, server }) => {
  const { page, token } = await visitor.openAsHost({ viewport: { width: 1440, height: 900 } })
  const { id } = await ok(server.origin, 'createEvent', { token, body: { title: 'Tea' } })
  await page.goto('/dashboard')
  await expect(menu(page).getByRole('listitem')).toHaveText([
    'Dashboard',
    'Create Event',
    'Events',
    'Bookings',
    'Custom Fields',
    'Calendar',
    'Analytics',
    'Availability',
  ])
  const links = menu(page).getByRole('link', { disabled: false })
  const addresses = [
    '/dashboard',
    '/events/create',
    '/events',
    '/bookings',
    '/custom-fields',
    '/calendar',
    '/analytics',
    '/availability',
  ]
  await expect(links).toHaveCount(addresses.length)
  for (const [index, address] of addresses.entries()) {
    await expect(links.nth(index)).toHaveAttribute('href', address)
  }
  await links.getByText('Events', { exact: true }).click()
  await expect(page).toHaveURL(/\/events$/)
  await expect(menu(page).getByRole('link', { name: 'Events', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  // Editors belong to their lists, apart from the one with an entry of its own.
  const marked = menu(page).locator('[aria-current]')
  for (const [address, entry] of [
    ['/availability/create', 'Availability'],
    ['/custom-fields/create', 'Custom Fields'],
    [`/events/edit/${id}`, 'Events'],
    ['/bookings/time-zone-changes', 'Bookings'],
    ['/events/create', 'Create Event'],
  ] as const) {
    await page.goto(address)
    await expect(marked).toHaveText([entry])
  }
  const header = page.getByRole('banner')
  await expect(header).toContainText('Boomtime')
  await expect(header).toContainText('by Boomtime Labs')
  await expect(page.getByRole('contentinfo')).toHaveText(`© ${new Date().getFullYear()} Boomtime`)
})

test('the account menu works by keyboard', async ({ visitor }) => {
  const { page, email } = await visitor.openAsHost()
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
  const addresses = { Profile: /\/profile$/, Subscription: /\/subscription$/, Help: /\/help$/ }
  for (const [name, address] of Object.entries(addresses)) {
    await page.goto('/dashboard')
    await account.click()
    await page.getByRole('menuitem', { name }).click()
    await expect(page).toHaveURL(address)
  }
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

test('the theme follows the system until the host chooses one', async ({ visitor }) => {
  const { page } = await visitor.openAsHost({ colorScheme: 'light' })
  const isDark = () =>
    page.evaluate(() => {
      const probe = document.createElement('canvas').getContext('2d')!
      probe.fillStyle = getComputedStyle(document.documentElement).backgroundColor
      probe.fillRect(0, 0, 1, 1)
      return probe.getImageData(0, 0, 1, 1).data[0]! < 128
    })
  const choose = async (theme: string) => {
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitemradio', { name: theme }).click()
  }
  await page.goto('/dashboard')
  expect(await isDark()).toBe(false)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await isDark()).toBe(true)
  await choose('Light theme')
  await expect.poll(isDark).toBe(false)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Welcome back, Maya' })).toBeVisible()
  expect(await isDark()).toBe(false)
  await choose('System theme')
  await expect.poll(isDark).toBe(true)
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

test('the skip link leads past the menu, and a new screen gets the focus', async ({ visitor }) => {
  const { page } = await visitor.openAsHost()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Welcome back, Maya' })).toBeVisible()
  await skipToContent(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').getByRole('link', { name: 'New Event', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/events\/create$/)
  await expect(page.getByRole('main')).toBeFocused()
})

test('every screen is accessible in both themes, and fits', async ({ visitor, server }) => {
  // Checks four screens in two themes and three widths each.
  test.setTimeout(180_000)
  const { page, token } = await visitor.openAsHost()
  const make = (body: Record<string, unknown>) => ok(server.origin, 'createEvent', { token, body })
  const { id } = await make({ title: 'Quarterly'.repeat(10), description: 'x'.repeat(500) })
  await make({ title: 'Intro call', isEnabled: false })
  await make({ title: 'Over', isArchived: true, eventEndUtc: '2020-01-01T00:00:00Z' })
  const screens = {
    '/dashboard': 'Welcome back, Maya',
    '/events?includeArchived=true': 'Manage Your Events',
    '/events/create': 'Create Event',
    [`/events/edit/${id}`]: 'Edit Event',
  }
  for (const [address, heading] of Object.entries(screens)) {
    await test.step(address, async () => {
      await page.goto(address)
      await expect(page.getByRole('heading', { name: heading })).toBeVisible()
      await expectAccessible(page)
      for (const width of [360, 768, 1440]) await expectFits(page, width)
    })
  }
})
