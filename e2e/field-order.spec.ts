import type { Locator, Page } from '@playwright/test'
import { ok } from '../testing/server/api.ts'
import { holdRequest } from './support/hold-request.ts'
import { announced, arrowsAreHeard } from './support/sorting.ts'
import { expect, expectAccessible, expectFits, tabTo, test } from './support/support.ts'

const rows = (page: Page) => page.getByRole('list', { name: 'Fields' }).getByRole('listitem')
const preview = (page: Page) => page.getByRole('group', { name: 'Preview', exact: true })
const button = (page: Page, text: string) => page.getByRole('button', { name: text, exact: true })
const save = (page: Page) => button(page, 'Update Collection')

/** The field names in order, with their position numbers. */
const expectOrder = (page: Page, ...labels: string[]) =>
  expect(rows(page)).toHaveText(labels.map((text, index) => new RegExp(`^${index + 1}\\.${text}`)))

async function openSeeded(
  visitor: { openAsHost(options?: object): Promise<{ page: Page; token: string }> },
  origin: string,
  labels: string[],
  options = {},
) {
  const { page, token } = await visitor.openAsHost(options)
  const seeded = await ok(origin, 'createCollection', {
    token,
    body: { name: 'Seeded', fields: labels.map((text) => ({ type: 'single-line', label: text })) },
  })
  await page.goto(`/custom-fields/edit/${seeded.id}`)
  await expectOrder(page, ...labels)
  const read = async () =>
    (await ok(origin, 'getCollection', { token, params: { id: seeded.id } })).fields.map((field) => [
      field.label,
      field.fieldPosition,
      field.isDeleted,
    ])
  return { page, id: seeded.id, read }
}

const centre = async (target: Locator) => {
  const box = (await target.boundingBox())!
  return [box.x + box.width / 2, box.y + box.height / 2] as const
}

test('fields are reordered by mouse, by keyboard and by buttons, removed and restored', async ({
  visitor,
  server,
}) => {
  const { page, id, read } = await openSeeded(visitor, server.origin, ['One', 'Two', 'Three', 'Four'])
  // Stays away from the edges, because the page would scroll.
  await page.setViewportSize({ width: 1280, height: 1400 })
  await page.mouse.move(...(await centre(button(page, 'Move One'))))
  await page.mouse.down()
  await page.mouse.move(...(await centre(button(page, 'Move Two'))), { steps: 8 })
  await page.mouse.move(...(await centre(button(page, 'Move Three'))), { steps: 8 })
  await expect(announced(page)).toHaveText('One is now at position 3 of 4.')
  await page.mouse.up()
  await expectOrder(page, 'Two', 'Three', 'One', 'Four')

  await tabTo(page, button(page, 'Move Four'))
  await expect(button(page, 'Move Four')).toHaveAccessibleDescription(
    /Press Space to pick up, arrow keys to move/,
  )
  await page.keyboard.press('Space')
  await expect(announced(page)).toHaveText('Picked up Four at position 4 of 4.')
  await arrowsAreHeard(page)
  for (const position of [3, 2, 1]) {
    await page.keyboard.press('ArrowUp')
    await expect(announced(page)).toHaveText(`Four is now at position ${position} of 4.`)
  }
  await expectAccessible(page)
  await page.keyboard.press('Space')
  await expect(announced(page)).toHaveText('Dropped Four at position 1 of 4.')
  await expectOrder(page, 'Four', 'Two', 'Three', 'One')
  await expect(button(page, 'Move Four')).toBeFocused()
  await page.keyboard.press('Space')
  await arrowsAreHeard(page)
  await page.keyboard.press('ArrowDown')
  await expect(announced(page)).toHaveText('Four is now at position 2 of 4.')
  await page.keyboard.press('Escape')
  await expect(announced(page)).toHaveText('Four is back at position 1 of 4.')
  await expectOrder(page, 'Four', 'Two', 'Three', 'One')

  await button(page, 'Edit Four').click()
  await expect(button(page, 'Move up')).toBeDisabled()
  await button(page, 'Move down').click()
  await expectOrder(page, 'Two', 'Four', 'Three', 'One')
  await expect(button(page, 'Move down')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expectOrder(page, 'Two', 'Three', 'One', 'Four')
  await expect(button(page, 'Edit Four')).toBeFocused()
  await expect(preview(page).getByRole('textbox').last()).toHaveAccessibleName('Four')

  // A removed field is sent flagged, a removed new one isn't sent, and both can be restored in time.
  await button(page, 'Delete Three').click()
  await expectOrder(page, 'Two', 'One', 'Four')
  await expect(button(page, 'Edit One')).toBeFocused()
  await expect(preview(page).getByLabel('Three')).toHaveCount(0)
  await expect(page.getByText('Field removed')).toBeVisible()
  await button(page, 'Undo').click()
  await expectOrder(page, 'Two', 'Three', 'One', 'Four')
  await button(page, 'Delete Three').click()
  await button(page, 'Add field').click()
  await page.keyboard.type('New')
  await page.keyboard.press('Enter')
  await button(page, 'Delete New').click()
  await expectOrder(page, 'Two', 'One', 'Four')
  const sends = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith(id))
  const release = await holdRequest(page, `**/customfieldscollections/${id}`, 'POST')
  await save(page).click()
  // A field that is put back now wouldn't be saved. Left alone, the toasts would stay for longer than this.
  await expect(page.getByText('Field removed')).toHaveCount(0, { timeout: 5000 })
  release()
  const { fields } = (await sends).postDataJSON() as { fields: Record<string, unknown>[] }
  const order = [
    ['Two', 0, false],
    ['One', 1, false],
    ['Four', 2, false],
    ['Three', 3, true],
  ]
  expect(fields.map(({ label, fieldPosition, isDeleted }) => [label, fieldPosition, isDeleted])).toEqual(
    order,
  )
  await expect(page.getByText('The collection has been updated.')).toBeVisible()
  await expect(page).toHaveURL(/\/custom-fields$/)
  expect(await read()).toEqual(order)
})

test('dragging the handle by touch moves the field instead of the page', async ({ visitor, server }) => {
  const { page } = await openSeeded(visitor, server.origin, ['One', 'Two', 'Three'], { hasTouch: true })
  // Stays away from the edges, because the page would scroll.
  await page.setViewportSize({ width: 360, height: 1800 })
  const client = await page.context().newCDPSession(page)
  await button(page, 'Move One').scrollIntoViewIfNeeded()
  const [x, from] = await centre(button(page, 'Move One'))
  const [, to] = await centre(button(page, 'Move Two'))
  const touch = (kind: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    client.send('Input.dispatchTouchEvent', { type: kind, touchPoints: y === undefined ? [] : [{ x, y }] })
  await touch('touchStart', from)
  for (let step = 1; step <= 8; step++) await touch('touchMove', from + ((to - from) * step) / 8)
  await expect(announced(page)).toHaveText('One is now at position 2 of 3.')
  await touch('touchEnd')
  await expectOrder(page, 'Two', 'One', 'Three')
  await button(page, 'Edit One').click()
  await expectFits(page, 360)
  for (const control of await page.getByRole('main').getByRole('button').all()) {
    const box = (await control.boundingBox())!
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)
  }
})
