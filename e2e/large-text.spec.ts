import type { Page } from '@playwright/test'
import { ok } from '../testing/server/api.ts'
import { book, card, opener } from './support/bookings.ts'
import { dayAhead, makeEvent } from './support/events.ts'
import { goWithin } from './support/go-within.ts'
import { expect, expectAccessible, expectFits, test } from './support/support.ts'

const WIDTH = 360
const phone = { viewport: { width: WIDTH, height: 800 } }

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(doubleFont)
}

const doubleFont = () => {
  document.documentElement.style.fontSize = '200%'
}

/** Asserts that nothing scrolls sideways, and that all controls are in view. */
async function expectInView(page: Page): Promise<void> {
  await expectFits(page, WIDTH)
  await expect.poll(() => page.locator('a, button, input').evaluateAll(outOfView)).toEqual([])
}

const outOfView = (controls: Element[]) =>
  controls
    .filter((control) => control.checkVisibility())
    .filter((control) => {
      const { left, right, width } = control.getBoundingClientRect()
      // A dialog's hidden button is a pixel wide.
      return width > 1 && (left < 0 || right > document.documentElement.clientWidth)
    })
    .map(({ outerHTML }) => outerHTML.slice(0, 200))

test('with a font of twice the size on a phone, all controls of the host’s screens are in view', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost(phone)
  await book(server.origin, token, { title: 'Tea' }, 'Ann Early')
  await page.goto('/help')
  await page.evaluate(doubleFont)
  const screens = {
    '/dashboard': 'Tea',
    '/events': 'Tea',
    '/events/create': 'Create Event',
    '/bookings': 'Book for somebody',
    '/calendar': 'Book for somebody',
    '/custom-fields/create': 'Cancel',
    [`/analytics?from=${dayAhead(0)}&to=${dayAhead(30)}`]: 'Download CSV of lead time',
    '/availability': 'New schedule',
    '/availability/create': 'Next month',
    '/settings': 'Manage labels',
    '/subscription': 'Subscribe',
    '/faq': 'Contact support',
  }
  for (const [address, name] of Object.entries(screens)) {
    await test.step(address, async () => {
      await goWithin(page, address)
      await expect(page.getByRole('main').getByText(name).or(page.getByLabel(name)).first()).toBeVisible()
      await expectInView(page)
    })
  }
})

test('with a font of twice the size on a phone, all text of the public pages is in view', async ({
  visitor,
}) => {
  const page = await visitor.open(phone)
  visitor.expected.push('404')
  for (const address of ['/', '/features', '/pricing', '/privacy', '/event-not-found', '/nothing']) {
    await test.step(address, async () => {
      await open(page, address)
      await expectInView(page)
      // Their main part hides what is wider.
      await expect.poll(() => page.getByRole('main').evaluate(textOutOfView)).toEqual([])
    })
  }
})

function textOutOfView(main: HTMLElement): string[] {
  const found = []
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { currentNode: text } = texts
    const range = document.createRange()
    range.selectNodeContents(text)
    const { left, right, width } = range.getBoundingClientRect()
    const isShown =
      text.parentElement!.checkVisibility() && !text.parentElement!.closest('.hidden, [aria-hidden="true"]')
    if (isShown && width > 0 && (left < 0 || right > innerWidth)) found.push(String(text.textContent))
  }
  return found
}

test('with a font of twice the size on a phone, a subscription and the way back from its payment fit', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost(phone)
  const body = { plan: 'individual', interval: 'month' } as const
  const { session } = await ok(server.origin, 'createCheckoutSession', { token, body })
  await fetch(session.url, { method: 'POST', body: new URLSearchParams({ card: '4242424242424242' }) })
  await page.goto('/help')
  await page.evaluate(doubleFont)
  const main = page.getByRole('main')
  for (const [address, text] of Object.entries({
    '/subscription/success': 'Thank you!',
    '/subscription/cancel': 'Subscription Cancelled',
    '/subscription': 'Manage payment',
  })) {
    await test.step(address, async () => {
      await goWithin(page, address)
      await expect(main.getByText(text)).toBeVisible()
      await expectInView(page)
      await expect.poll(() => main.evaluate(textOutOfView)).toEqual([])
    })
  }
})

test('with a font of twice the size on a phone, menus fit and labels can be read', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost(phone)
  await ok(server.origin, 'createLabel', { token, body: { name: 'VIP', color: 'red' } })
  await open(page, '/settings')
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  const menu = page.getByRole('menu', { name: 'Account' })
  await expect(menu).toBeVisible()
  const right = () => menu.evaluate((element) => element.getBoundingClientRect().right)
  await expect.poll(right).toBeLessThanOrEqual(WIDTH)
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Manage labels' }).click()
  await expect(page.getByLabel('Name of VIP')).toBeVisible()
  await expectFits(page, WIDTH)
})

test('with a font of twice the size on a phone, the days of a booking page don’t overlap', async ({
  visitor,
  server,
}) => {
  const event = await makeEvent(server.origin)
  const page = await visitor.open(phone)
  await open(page, `/book/${event.bookingUrlId}`)
  const calendar = page.getByRole('grid')
  await expect(calendar.getByRole('button', { name: /^\w+, \w+ 28,/ })).toBeVisible()
  const overlapping = () =>
    calendar.locator('th, .day').evaluateAll((cells) =>
      cells
        .filter((cell) => {
          const text = document.createRange()
          text.selectNodeContents(cell)
          return text.getBoundingClientRect().width > cell.getBoundingClientRect().width
        })
        .map(({ textContent }) => textContent),
    )
  await expect.poll(overlapping).toEqual([])
})

test('with a font of twice the size on a phone, dialogs about an event and a booking fit', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost(phone)
  const { event } = await book(server.origin, token, { title: 'Tea' }, 'Ann Early')
  const body = { email: 'team@example.com', role: 'view' }
  await ok(server.origin, 'shareEvent', { token, params: { id: event.id }, body })
  await ok(server.origin, 'createEventLink', { token, params: { id: event.id }, body: { name: 'Ann' } })
  await open(page, '/events')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Share with team' }).click()
  await expect(dialog.getByRole('button', { name: 'Stop sharing with team@example.com' })).toBeVisible()
  await expectInView(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More for Tea' }).click()
  await page.getByRole('menuitem', { name: 'One-off Links' }).click()
  await expect(dialog.getByRole('button', { name: 'Delete Ann' })).toBeVisible()
  await expectInView(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await goWithin(page, '/bookings')
  await page
    .getByRole('button', { name: /Ann Early/ })
    .first()
    .click()
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeVisible()
  await expectInView(page)
})

test('with a font of twice the size on a phone, the tables of the analytics can be read', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost(phone)
  await book(server.origin, token, { title: 'Tea' }, 'Ann Early')
  await open(page, `/analytics?from=${dayAhead(0)}&to=${dayAhead(30)}`)
  const cells = page.getByRole('main').locator('th, td')
  await expect(cells.filter({ hasText: 'Tea' })).toBeVisible()
  await expect(cells.filter({ hasText: 'Wed' })).toBeVisible()
  const unreadable = () =>
    cells.evaluateAll((all) =>
      all
        .filter((cell) => {
          const text = document.createRange()
          text.selectNodeContents(cell)
          // Each letter in a line of its own, or over the next cell.
          const isBroken = cell.matches('thead th') && text.getClientRects().length > 3
          return isBroken || text.getBoundingClientRect().width > cell.getBoundingClientRect().width + 1
        })
        .map(({ textContent }) => textContent),
    )
  await expect.poll(unreadable).toEqual([])
  await expectInView(page)
  await expectAccessible(page)
})

test('with a large font of the browser, the main menu opens, and the calendar and details are like on a small screen', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost({ viewport: { width: 1024, height: 800 } })
  await book(server.origin, token, { title: 'Tea' }, 'Ann Early')
  // Unlike the font of a page, that of the browser also changes which windows are wide enough.
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Page.setFontSizes', { fontSizes: { standard: 24 } })
  await page.goto('/bookings')
  await opener(card(page, 'Ann Early')).click()
  const details = page.getByRole('dialog', { name: 'Booking details' })
  await details.getByRole('button', { name: 'Close details' }).click()
  await expect(details).toBeHidden()
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Calendar' }).click()
  const days = page.getByRole('region', { name: 'Calendar' })
  const list = days
    .getByRole('heading', { level: 3 })
    .or(days.getByText('Nothing on these days', { exact: true }))
  await expect(list.first()).toBeVisible()
})
