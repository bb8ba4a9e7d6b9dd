import type { Page } from '@playwright/test'
import { book } from './support/bookings.ts'
import { enterPerson } from './support/booking-form.ts'
import { makeEvent } from './support/events.ts'
import { expect, test } from './support/support.ts'
import { chooseZone } from './support/zones.ts'

/** Puts translations in the place of texts as Chrome does, now and when elements are added. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const replace = (text: Text) => {
      const parent = text.parentElement
      if (!parent || text.data.trim() === '') return
      if (parent.closest('font, script, style, noscript, .notranslate')) return
      const translation = document.createElement('font')
      translation.textContent = text.data
      text.replaceWith(translation)
    }
    const replaceIn = (root: Node) => {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const found = root instanceof Text ? [root] : []
      while (texts.nextNode()) found.push(texts.currentNode as Text)
      for (const text of found) replace(text)
    }
    replaceIn(document.body)
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) replaceIn(node)
    }).observe(document.body, { childList: true, subtree: true })
  })

test('a page that the browser translates shows the day, times and state that were chosen since', async ({
  visitor,
  server,
}) => {
  const event = await makeEvent(server.origin, { rules: { durations: [60] } })
  const page = await visitor.open({ timezoneId: 'America/New_York' })
  await page.goto(`/book/${event.bookingUrlId}`)
  await page.waitForLoadState('networkidle')
  await translate(page)
  const chosen = page.locator('.selection')
  await page.locator('.slot').first().click()
  await expect(chosen).toContainText('9:00 – 9:30 AM')
  await page.locator('.slot').nth(2).click()
  await expect(chosen).toContainText('10:00 – 10:30 AM')
  const later = page.locator('.day[data-offered]').nth(1)
  const day = (await later.getAttribute('aria-label'))!.split(', ').slice(0, 2).join(', ')
  await later.click()
  await expect(page.locator('.times-header h2')).toHaveText(day)
  await page.getByRole('radio', { name: '60 minutes' }).press('Space')
  await expect(page.locator('.facts')).toContainText('60 minutes')
  await page.locator('.slot').nth(1).click()
  await page.getByRole('radio', { name: '24h' }).press('Space')
  await expect(page.locator('.slot').nth(1)).toHaveText('10:00')
  await expect(chosen).toContainText(day)
  await expect(chosen).toContainText('10:00 – 11:00')
  const month = await page.locator('.calendar h2').textContent()
  await page.getByRole('button', { name: 'Next month' }).press('Enter')
  await expect(page.locator('.calendar h2')).not.toHaveText(month!)
  await chooseZone(page, 'Madrid')
  await expect(page.locator('.zone .label.needs-script')).toHaveText('Times are shown in this time zone')
  await expect(page.locator('.zone + [role=status]')).toHaveText('')
  await enterPerson(page, 'Ilse')
  await page.getByRole('button', { name: 'Book Meeting' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible()
  await translate(page)
  await page.getByRole('button', { name: 'Cancel Booking' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Ill')
  await dialog.getByRole('button', { name: /^Cancel/ }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Booking Canceled' })).toBeVisible()
})

test('a host goes through screens that the browser translates', async ({ visitor, server }) => {
  const { page, token } = await visitor.openAsHost({ viewport: { width: 1280, height: 900 } })
  await book(server.origin, token, { title: 'Intro call' }, 'Yuki Tanaka')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Your Events' })).toBeVisible()
  await translate(page)
  const screens = [
    ['Calendar', 'Calendar', '8 AM'],
    ['Bookings', 'Bookings', 'Yuki Tanaka'],
    ['Events', 'Manage Your Events', 'Intro call'],
    ['Analytics', 'Analytics', 'No bookings in this period'],
    ['Availability', 'Availability', 'No schedules yet'],
    ['Dashboard', 'Welcome back, Maya', 'Intro call'],
  ] as const
  for (const [link, heading, content] of screens) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.getByRole('main').getByText(content).first()).toBeVisible()
  }
})
