import type { Page } from '@playwright/test'
import { ok } from '../testing/server/api.ts'
import { book, card, opener } from './support/bookings.ts'
import { makeEvent } from './support/events.ts'
import { expect, test } from './support/support.ts'

/** A key that input methods take for themselves, as browsers mark it. */
const METHOD_KEY = 229

/** Types with an input method and accepts what it suggests with Enter. */
async function compose(page: Page, text: string): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const end = text.length
  await browser.send('Input.imeSetComposition', { text, selectionStart: end, selectionEnd: end })
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: METHOD_KEY }
  await browser.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter })
  await browser.send('Input.insertText', { text })
  await browser.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter })
  await browser.detach()
}

test('the Enter that ends a composed name doesn’t leave its field', async ({ visitor, server }) => {
  const event = await makeEvent(server.origin)
  const page = await visitor.open()
  await page.goto(`/book/${event.bookingUrlId}`)
  await page.locator('.slot').first().click()
  const name = page.getByLabel('Full Name')
  await name.focus()
  await compose(page, 'やまだ')
  await expect(name).toHaveValue('やまだ')
  await expect(name).toBeFocused()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('the Enter that ends a composed word doesn’t create a label or finish a field', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost()
  await book(server.origin, token, { title: 'Tea' }, 'Ann Early')
  await page.goto('/bookings')
  await opener(card(page, 'Ann Early')).press('Enter')
  await page.getByRole('button', { name: 'Labels of Tea, Ann Early' }).press('Enter')
  const search = page.getByLabel('Search or create labels')
  await expect(search).toBeFocused()
  await compose(page, 'きゃく')
  await page.keyboard.type('1')
  await expect(search).toHaveValue('きゃく1')

  await page.goto('/custom-fields/create')
  await page.getByRole('button', { name: 'Add field' }).press('Enter')
  const label = page.getByRole('textbox', { name: 'Label' })
  await label.focus()
  await compose(page, 'かいしゃ')
  await expect(label).toHaveValue('かいしゃ')
  await expect(label).toBeFocused()
  expect(await ok(server.origin, 'listLabels', { token })).toEqual([])
})

test('the Escape that discards a composition, which Safari sends after it, closes nothing', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost()
  await ok(server.origin, 'createLabel', { token, body: { name: 'VIP', color: 'red' } })
  await book(server.origin, token, { title: 'Tea' }, 'Ann Early')
  await page.goto('/bookings')
  await opener(card(page, 'Ann Early')).press('Enter')
  await page.getByRole('button', { name: 'Labels of Tea, Ann Early' }).press('Enter')
  await page.getByRole('button', { name: 'Manage labels' }).click()
  const name = page.getByLabel('Name of VIP')
  await name.fill('VIPs')
  await name.evaluate((input, keyCode) => {
    const press = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true, keyCode })
    input.dispatchEvent(press)
  }, METHOD_KEY)
  await expect(name).toHaveValue('VIPs')
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Name of VIP')).toHaveValue('VIP')
})

/** Types a word with a keyboard of Android, which composes it until a space ends it. */
async function typeOnAndroid(page: Page, text: string): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const end = text.length
  await browser.send('Input.imeSetComposition', { text, selectionStart: end, selectionEnd: end })
  await browser.detach()
}

test('Enter acts on a word that Android’s keyboards still compose', async ({ visitor, server }) => {
  const { page, token } = await visitor.openAsHost()
  await book(server.origin, token, { title: 'Tea' }, 'Ann Early')
  await page.goto('/bookings')
  await opener(card(page, 'Ann Early')).press('Enter')
  await page.getByRole('button', { name: 'Labels of Tea, Ann Early' }).press('Enter')
  const search = page.getByLabel('Search or create labels')
  await expect(search).toBeFocused()
  await typeOnAndroid(page, 'VIP')
  await expect(search).toHaveValue('VIP')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('checkbox', { name: 'VIP' })).toBeChecked()
  await expect(search).toHaveValue('')

  await page.goto('/availability')
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('searchbox')).toBeFocused()
  await typeOnAndroid(page, 'FAQ')
  await expect(page.getByRole('menuitem')).toHaveText(['FAQ'])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/faq$/)
})
