import type { Locator } from '@playwright/test'
import { ok } from '../testing/server/api.ts'
import { dayAhead } from './support/events.ts'
import { expect, test } from './support/support.ts'

const TITLE = 'ייעוץ לעסקים קטנים ובינוניים (C++)!'
const NAME = 'דוד כהן (PhD)'

/** Whether a title or a name is drawn from right to left, and starts in view: its last character is left of its first. */
const isRightToLeft = (text: Locator, part?: string) =>
  text.evaluate((element, name) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const { data } = texts.nextNode() as Text
    const first = name === undefined ? 0 : data.indexOf(name)
    const last = first + (name ?? data).length - 1
    const range = document.createRange()
    const boxOf = (at: number) => {
      range.setStart(texts.currentNode, at)
      range.setEnd(texts.currentNode, at + 1)
      return range.getBoundingClientRect()
    }
    const isWhole = boxOf(first).right < element.parentElement!.getBoundingClientRect().right + 1
    return isWhole && boxOf(last).left < boxOf(first).left
  }, part)

test('titles and names in Hebrew are drawn from right to left, also their punctuation', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost({ viewport: { width: 1280, height: 2000 } })
  const event = await ok(server.origin, 'createEvent', { token, body: { title: TITLE } })
  const [slot] = await ok(server.origin, 'listSlots', {
    params: { id: event.id },
    query: { dateFrom: dayAhead(2), dateTo: dayAhead(30), timezone: 'UTC' },
  })
  const { id } = await ok(server.origin, 'createBooking', {
    query: { bookingUrlId: event.bookingUrlId },
    body: { fullName: NAME, email: 'david@example.com', startUTC: slot!.startUtc },
  })
  const expectDrawn = async (text: Locator) => {
    await expect(text.first()).toBeVisible()
    await expect.poll(() => isRightToLeft(text.first())).toBe(true)
  }
  const main = page.getByRole('main')
  for (const [address, texts] of Object.entries({
    '/dashboard': [TITLE, NAME],
    '/events': [TITLE],
    '/bookings': [TITLE, NAME],
    [`/book/${event.bookingUrlId}`]: [TITLE],
    [`/booking-confirmation/${id}`]: [TITLE, NAME],
  })) {
    await test.step(address, async () => {
      await page.goto(address)
      for (const text of texts) await expectDrawn(main.getByText(text, { exact: true }))
    })
  }
  const expectNamed = async (sentence: Locator, name: string) => {
    await expect(sentence).toBeVisible()
    await expect.poll(() => isRightToLeft(sentence, name)).toBe(true)
  }
  await page.goto('/events')
  await page.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: 'Link and QR Code' }).click()
  await expectDrawn(page.getByRole('dialog').getByText(TITLE, { exact: true }))
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('searchbox', { name: 'Search' }).fill('כהן')
  for (const name of [TITLE, NAME]) await expectNamed(page.getByRole('menuitem', { name: /כהן/ }), name)
  await page.goto('/bookings')
  await page.getByRole('button', { name: /כהן/ }).first().click()
  const details = page.getByRole('region', { name: 'Booking details' })
  for (const text of [TITLE, NAME]) await expectDrawn(details.getByText(text, { exact: true }))
})
