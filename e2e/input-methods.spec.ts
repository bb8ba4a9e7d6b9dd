import type { Page } from '@playwright/test'
import { ok } from '../testing/server/api.ts'
import { book, card, opener } from './support/bookings.ts'
import { makeEvent } from './support/events.ts'
import { expect, test } from './support/support.ts'

/** Types with an input method and accepts what it suggests with Enter, a key that browsers mark as the method's. */
async function compose(page: Page, text: string): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const end = text.length
  await browser.send('Input.imeSetComposition', { text, selectionStart: end, selectionEnd: end })
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 }
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
