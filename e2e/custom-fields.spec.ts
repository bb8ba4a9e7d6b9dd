import type { Page } from '@playwright/test'
import { ok, signIn } from '../testing/server/api.ts'
import { expect, expectAccessible, expectFits, tabTo, test } from './support/support.ts'

const ONE = /\/customfieldscollections\/[^/]+$/
const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const names = (page: Page) =>
  page.getByRole('list', { name: 'Collections' }).getByRole('heading', { level: 2 })
const showArchived = (page: Page) => page.getByRole('switch', { name: 'Show archived' })
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Delete this collection?' })
const failure = { status: 500, json: {} }
const NONE = 'No collections match your filters.'

function maker(origin: string, token: string) {
  return (name: string, body: Record<string, unknown> = {}) =>
    ok(origin, 'createCollection', {
      token,
      body: { name, fields: [{ type: 'single-line', label: 'Company' }], ...body },
    })
}

test("cards show a collection's fields, last change and owner, and are filtered in the URL", async ({
  visitor,
  server,
}) => {
  const { page, token, email } = await visitor.openAsHost()
  const other = await signIn(server.origin, `other.${email}`, { name: 'Jonas Weber' })
  const fields = [
    { type: 'checkbox', label: 'Agreed' },
    { type: 'dropdown', label: 'Size', options: ['S', 'L'] },
    { type: 'email', label: 'One' },
    { type: 'email', label: 'Two' },
    { type: 'separator' },
  ]
  const make = maker(server.origin, token)
  const mixed = await make('Mixed', { description: 'So that we can prepare.', fields })
  await ok(server.origin, 'updateCollection', {
    token,
    params: { id: mixed.id },
    body: { fields: mixed.fields.map((field) => ({ ...field, isDeleted: field.label === 'Size' })) },
  })
  await make('Short')
  await make('Put away', { isArchived: true })
  const gone = await make('Thrown away')
  await ok(server.origin, 'deleteCollection', { token, params: { id: gone.id } })
  // It belongs to one event, so it isn't in the library.
  await make('Of an event', { type: 'boomEvent' })
  const theirs = await maker(server.origin, other.sessionToken)('Team intake')
  await ok(server.origin, 'shareCollection', {
    token: other.sessionToken,
    params: { id: theirs.id },
    body: { email },
  })
  const status = page.getByLabel('Status', { exact: true })
  const ownership = page.getByLabel('Ownership')

  await page.goto('/custom-fields?status=odd')
  await expect(names(page)).toHaveText(['Team intake', 'Short', 'Mixed'])
  const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'Asia/Kathmandu' })
  for (const text of ['So that we can prepare.', '4 fields', 'Owned by me', 'Checkbox']) {
    await expect(card(page, 'Mixed').getByText(text, { exact: true })).toBeVisible()
  }
  await expect(card(page, 'Mixed')).toContainText(`Updated ${today.format(Date.parse(mixed.updatedAt))}`)
  await expect(card(page, 'Mixed').getByRole('list', { name: 'Field types' })).toHaveText(
    /Email.*2.*Checkbox$/,
  )
  await expect(card(page, 'Short')).toContainText('1 field')
  await expect(card(page, 'Team intake')).toContainText('Shared with me')
  await expect(card(page, 'Team intake')).toContainText('By Jonas Weber')
  await expect(card(page, 'Team intake').getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await expectAccessible(page)
  await expectFits(page, 360)

  await expect(status.getByRole('option')).toHaveText(['All', 'Active', 'Archived', 'Deleted'])
  await expect(ownership.getByRole('option')).toHaveText(['All', 'Owned by Me', 'Shared with Me'])
  await showArchived(page).click()
  await expect(names(page)).toHaveText(['Team intake', 'Put away', 'Short', 'Mixed'])
  await status.selectOption('Active')
  await expect(names(page)).toHaveText(['Team intake', 'Short', 'Mixed'])
  await ownership.selectOption('Owned by Me')
  await expect(names(page)).toHaveText(['Short', 'Mixed'])
  await status.selectOption('Deleted')
  await expect(names(page)).toHaveText(['Thrown away'])
  await ownership.selectOption('Shared with Me')
  await expect(page.getByText(NONE)).toBeVisible()
  await ownership.selectOption('All')
  await status.selectOption('Archived')
  await expect(showArchived(page)).toBeChecked()
  await expect(names(page)).toHaveText(['Put away'])
  await page.reload()
  await expect(names(page)).toHaveText(['Put away'])
  await expect(status).toHaveValue('archived')
  await card(page, 'Put away').getByRole('link', { name: 'Edit Put away' }).click()
  await expect(page).toHaveURL(/\/custom-fields\/edit\//)
  await page.goBack()
  await expect(names(page)).toHaveText(['Put away'])
  await showArchived(page).click()
  await expect(status).toHaveValue('all')
  await ownership.selectOption('Owned by Me')
  await expect(page).toHaveURL(/\/custom-fields\?ownership=owned$/)
  await expect(names(page)).toHaveText(['Short', 'Mixed'])
})

test('a collection is archived, deleted by keyboard, and restored within ten seconds or later', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('500', '403', '404')
  const { page, token } = await visitor.openAsHost()
  await maker(server.origin, token)('First')
  await maker(server.origin, token)('Second')
  await page.clock.install()
  await page.goto('/custom-fields?collectionId=nothing')
  await expect(page.getByText('Failed to load custom fields collection.')).toBeVisible()
  await expect(page).toHaveURL(/\/custom-fields$/)
  const remove = card(page, 'First').getByRole('button', { name: 'Delete' })
  const undo = page.getByRole('button', { name: 'Undo' })
  await card(page, 'First').getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('Collection archived')).toBeVisible()
  await expect(card(page, 'First')).toBeHidden()
  // The focus moves to where the card was, not to the top of the page.
  const collections = page.getByRole('region', { name: 'Collections' })
  await expect(collections).toBeFocused()
  await card(page, 'Second').getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('All your collections are archived.')).toBeVisible()
  await expect(collections).toBeFocused()
  await showArchived(page).click()
  await expect(card(page, 'First')).toContainText('Archived')
  for (const name of ['First', 'Second']) {
    await card(page, name).getByRole('button', { name: 'Unarchive' }).click()
    await expect(card(page, name).getByRole('button', { name: 'Archive' })).toBeVisible()
  }
  await expect(page.getByText('Collection unarchived').first()).toBeVisible()
  await showArchived(page).click()
  await expect(names(page)).toHaveCount(2)

  await tabTo(page, remove)
  await page.keyboard.press('Enter')
  await expect(question(page)).toContainText('First will be removed')
  await expectFits(page, 360)
  await question(page).press('Escape')
  await expect(question(page)).toBeHidden()
  await expect(remove).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, question(page).getByRole('button', { name: 'Delete' }))
  await page.keyboard.press('Enter')
  await expect(card(page, 'First')).toBeHidden()
  await expect(page.getByText('Deleted', { exact: true }).last()).toBeVisible()
  await expect(page.getByText('Collection has been deleted permanently')).toBeVisible()
  await expect(collections).toBeFocused()
  await undo.click()
  await expect(card(page, 'First')).toBeVisible()

  const isShownAfter = async (ms: number) => {
    await page.clock.runFor(ms)
    return undo.isVisible()
  }
  // The first message has to disappear, or there are two. From now on, no time passes while this waits.
  await page.clock.pauseAt(Date.now() + 60_000)
  await expect(undo).toBeHidden()
  await remove.click()
  await question(page).getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => isShownAfter(10)).toBe(true)
  await page.clock.runFor(6000)
  await expect(undo).toBeVisible()
  await page.clock.runFor(5000)
  await expect(undo).toBeHidden()
  await page.clock.resume()
  await page.getByLabel('Status', { exact: true }).selectOption('Deleted')
  await expect(names(page)).toHaveText(['First'])
  await expect(card(page, 'First').getByRole('link')).toHaveCount(0)
  await card(page, 'First').getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Collection restored')).toBeVisible()
  await expect(page.getByText(NONE)).toBeVisible()
  await expect(collections).toBeFocused()
  await page.getByLabel('Status', { exact: true }).selectOption('All')
  await expect(names(page)).toHaveText(['First', 'Second'])

  // What fails is reported, and reverted.
  const again = async () => {
    await remove.click()
    await question(page).getByRole('button', { name: 'Delete' }).click()
  }
  await page.route(ONE, (route) => route.fulfill(failure))
  await card(page, 'First').getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('Failed to archive collection.')).toBeVisible()
  await again()
  await expect(page.getByText('Failed to delete collection.')).toBeVisible()
  await expect(card(page, 'First')).toBeVisible()
  await page.unroute(ONE)
  await page.route(ONE, (route) =>
    route.fulfill({ status: 403, json: { success: false, error: 'Only its owner may', code: 'forbidden' } }),
  )
  await again()
  await expect(page.getByText('Only its owner may')).toBeVisible()
  await page.unroute(ONE)

  await again()
  await expect(card(page, 'First')).toBeHidden()
  // Not before the server has deleted it.
  await expect(undo).toBeVisible()
  await page.route(ONE, (route) => route.fulfill(failure))
  await undo.click()
  await expect(page.getByText('Failed to undo the action. Please try again.')).toBeVisible()
  await page.getByLabel('Status', { exact: true }).selectOption('Deleted')
  await card(page, 'First').getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Failed to restore collection.')).toBeVisible()
  await expect(card(page, 'First')).toBeVisible()
})
