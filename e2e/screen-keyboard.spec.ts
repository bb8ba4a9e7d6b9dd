import type { Locator, Page } from '@playwright/test'
import { book, card, opener } from './support/bookings.ts'
import { expect, test } from './support/support.ts'

const phone = { viewport: { width: 375, height: 620 }, hasTouch: true }
/** How much of the window is above the keyboard. */
const ABOVE = 330

/** Opens a keyboard on the screen, which makes nothing smaller but the visual viewport. */
const openKeyboard = (page: Page) =>
  page.evaluate((height) => {
    Object.defineProperty(visualViewport!, 'height', { configurable: true, value: height })
    visualViewport!.dispatchEvent(new Event('resize'))
  }, ABOVE)

const bottomOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().bottom)

/** The end of a dialog can be scrolled to where the keyboard doesn't cover it. */
async function expectEndAbove(page: Page, end: Locator): Promise<void> {
  expect(await bottomOf(end)).toBeGreaterThan(ABOVE)
  await openKeyboard(page)
  await page.mouse.move(phone.viewport.width / 2, ABOVE / 2)
  const scroll = async () => {
    await page.mouse.wheel(0, 2000)
    return bottomOf(end)
  }
  await expect.poll(scroll).toBeLessThanOrEqual(ABOVE)
}

test('a keyboard on the screen covers nothing for good of a dialog', async ({ visitor }) => {
  const { page } = await visitor.openAsHost(phone)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Delete Account' }).tap()
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
  await expectEndAbove(page, dialog.getByRole('button', { name: 'Delete Account' }))
})

test('a keyboard on the screen covers nothing for good of a booking’s details', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost(phone)
  await book(server.origin, token, { title: 'Tea' }, 'Ann Early')
  await page.goto('/bookings')
  await opener(card(page, 'Ann Early')).tap()
  const details = page.getByRole('dialog', { name: 'Booking details' })
  await expect(details).toContainText('Ann Early')
  await expectEndAbove(page, details)
})

test('a keyboard on the screen covers nothing for good of the search', async ({ visitor }) => {
  const { page } = await visitor.openAsHost(phone)
  await page.goto('/dashboard')
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).tap()
  const search = page.getByRole('dialog', { name: 'Search and commands' })
  await expectEndAbove(page, search.getByRole('menuitem').last())
})
