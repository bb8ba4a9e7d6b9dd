import type { Locator } from '@playwright/test'
import { ok } from '../testing/server/api.ts'
import { openSection } from './support/events.ts'
import { expect, test } from './support/support.ts'

/** So that a letter is on the screen in the next frame. */
const FRAME_MS = 16
/** In the event editor, which shows all questions. */
const EDITOR_MS = 50

/**
 * Types letter by letter; resolves with the milliseconds that a letter takes in the median, because one may have to
 * wait for others.
 */
async function typeInto(field: Locator): Promise<number> {
  const median = await field.evaluate(async (input: HTMLInputElement) => {
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
    const took: number[] = []
    for (let letters = 1; letters <= 40; letters++) {
      const start = performance.now()
      setValue.call(input, 'x'.repeat(letters))
      input.dispatchEvent(new Event('input', { bubbles: true }))
      took.push(performance.now() - start)
      await new Promise(requestAnimationFrame)
    }
    return took.toSorted((a, b) => a - b)[20]!
  })
  test.info().annotations.push({ type: 'a letter, median', description: `${median.toFixed(1)} ms` })
  return median
}

const questions = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => ({ type: 'single-line', label: `${name} ${index + 1}` }))

test('a booking form of a hundred fields', async ({ visitor, server }) => {
  const { token } = await visitor.openAsHost()
  const body = { name: 'About you', fields: questions(100, 'Question') }
  const { id } = await ok(server.origin, 'createCollection', { token, body })
  const event = await ok(server.origin, 'createEvent', {
    token,
    body: { title: 'Tea', customFieldsCollections: [{ id }] },
  })
  const page = await visitor.open()
  await page.goto(`/book/${event.bookingUrlId}`)
  await page.locator('.slot').first().click()
  const field = page.getByLabel('Question 100')
  await field.focus()
  expect(await typeInto(field)).toBeLessThan(FRAME_MS)
})

test('a collection of a hundred fields', async ({ visitor, server }) => {
  const { page, token } = await visitor.openAsHost()
  const body = { name: 'Long', fields: questions(100, 'Question') }
  const { id } = await ok(server.origin, 'createCollection', { token, body })
  await page.goto(`/custom-fields/edit/${id}`)
  await page.getByRole('button', { name: 'Edit Question 50', exact: true }).click()
  const label = page.getByRole('textbox', { name: 'Label', exact: true })
  await expect(label).toBeFocused()
  const median = await typeInto(label)
  await expect(page.getByRole('group', { name: 'Preview' }).getByLabel('x'.repeat(40))).toBeAttached()
  expect(median).toBeLessThan(FRAME_MS)
})

test('an event of ten collections of twenty fields', async ({ visitor, server }) => {
  const { page, token } = await visitor.openAsHost()
  for (let number = 1; number <= 10; number++) {
    const body = { name: `Number ${number}`, fields: questions(20, `Question ${number}.`) }
    await ok(server.origin, 'createCollection', { token, body })
  }
  await page.goto('/events/create')
  await openSection(page, 'Booking Custom Fields')
  const booking = page.getByRole('group', { name: 'Booking Custom Fields', exact: true })
  for (let number = 1; number <= 10; number++)
    await booking.getByRole('button', { name: `Insert Number ${number}`, exact: true }).click()
  await expect(booking.getByLabel('Question 10. 20')).toBeAttached()
  expect(await typeInto(page.getByLabel('Event title'))).toBeLessThan(EDITOR_MS)
})
