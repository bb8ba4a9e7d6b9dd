import type { Page } from '@playwright/test'
import { ok } from '../testing/server/api.ts'
import { loseAnswer } from './support/lose-answer.ts'
import { expect, expectAccessible, expectFits, test } from './support/support.ts'

const name = (page: Page) => page.getByLabel('Collection name')
const label = (page: Page) => page.getByRole('textbox', { name: 'Label', exact: true })
const rows = (page: Page) => page.getByRole('list', { name: 'Fields' }).getByRole('listitem')
const button = (page: Page, text: string) => page.getByRole('button', { name: text, exact: true })
const conflict = (page: Page) =>
  page.getByRole('alertdialog', { name: 'This collection was changed elsewhere' })
const sharing = (page: Page) => page.getByRole('group', { name: 'Sharing', exact: true })

async function seed(origin: string, token: string, ...labels: string[]) {
  const fields = labels.map((text) => ({ type: 'single-line', label: text }))
  return ok(origin, 'createCollection', { token, body: { name: 'Seeded', fields } })
}

test('a reload keeps unsaved changes, and leaving asks for confirmation', async ({ visitor, server }) => {
  const { page, token } = await visitor.openAsHost()
  const { id } = await seed(server.origin, token, 'One', 'Two')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await page.goto('/custom-fields')
  await page.getByRole('link', { name: 'Edit Seeded' }).click()
  await button(page, 'Edit One').click()
  await label(page).fill('Uno')
  await button(page, 'Delete Two').click()
  await button(page, 'Add field').click()
  await label(page).fill('Tre')
  let asked = 0
  page.on('dialog', (dialog) => {
    asked++
    void dialog.accept()
  })
  await page.reload()
  expect(asked).toBe(1)
  await expect(rows(page)).toHaveText([/^1\.Uno/, /^2\.Tre/])
  await expect(page.getByText('We’ve restored your unsaved changes.')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Discard').click()
  await expect(rows(page)).toHaveText([/^1\.One/, /^2\.Two/])
  await name(page).fill('Other')
  await page.goBack()
  await expect(question).toBeFocused()
  await question.press('Escape')
  await expect(page).toHaveURL(new RegExp(id))
  await expect(name(page)).toHaveValue('Other')
  await button(page, 'Cancel').click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/custom-fields$/)
  await page.getByRole('link', { name: 'Edit Seeded' }).click()
  await expect(name(page)).toHaveValue('Seeded')
  // A trailing space isn't a change.
  await name(page).fill('Seeded ')
  await button(page, 'Cancel').click()
  await expect(page).toHaveURL(/\/custom-fields$/)
})

test("a collection saved elsewhere isn't overwritten: both sides' changes are kept, or theirs are used", async ({
  visitor,
  server,
}) => {
  visitor.expected.push('404', '409')
  const { page, token } = await visitor.openAsHost()
  const { id, fields } = await seed(server.origin, token, 'One', 'Two', 'Three', 'Four')
  const read = () => ok(server.origin, 'getCollection', { token, params: { id } })
  await page.goto(`/custom-fields/edit/${id}`)
  await name(page).fill('Mine')
  await button(page, 'Edit One').click()
  await label(page).fill('My one')
  await button(page, 'Add field').click()
  await label(page).fill('My new one')
  await button(page, 'Done').click()

  await ok(server.origin, 'updateCollection', {
    token,
    params: { id },
    body: {
      name: 'Theirs',
      description: 'Their description',
      fields: [
        { ...fields[0], label: 'Their one' },
        { ...fields[1], label: 'Their two' },
        { ...fields[2], isDeleted: true },
        { type: 'email', label: 'Their new one', fieldPosition: 2 },
        fields[3],
      ],
    },
  })
  // A reload in between doesn't make the old state the new one.
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText('We’ve restored your unsaved changes.')).toBeVisible()
  await button(page, 'Update Collection').click()
  for (const text of [
    'Saved: Theirs',
    'Here: Mine',
    'Their description',
    'Saved: Their one',
    'Here: My one',
    'Their two',
    'New field Their new one',
    'Field ThreeSaved: Deleted',
  ]) {
    await expect(conflict(page)).toContainText(text)
  }
  await expectAccessible(page)
  await expectFits(page, 360)
  expect(await read()).toMatchObject({ name: 'Theirs' })

  // Checking again doesn't lose anything.
  await conflict(page).getByRole('button', { name: 'Keep editing' }).click()
  await expect(name(page)).toHaveValue('Mine')
  await button(page, 'Update Collection').click()
  await conflict(page).getByRole('button', { name: 'Save this version' }).click()
  await expect(page.getByText('The collection has been updated.')).toBeVisible()
  const saved = await read()
  expect(saved).toMatchObject({ name: 'Mine', description: 'Their description' })
  expect(saved.fields.map((field) => [field.label, field.isDeleted])).toEqual([
    ['My one', false],
    ['Their two', false],
    ['Their new one', false],
    ['Four', false],
    ['My new one', false],
    ['Three', true],
  ])

  // What was undone elsewhere is no conflict.
  await page.getByRole('link', { name: 'Edit Mine' }).click()
  await name(page).fill('Mine again')
  for (const description of ['Odd', 'Their description']) {
    await ok(server.origin, 'updateCollection', { token, params: { id }, body: { description } })
  }
  await button(page, 'Update Collection').click()
  await page.getByRole('link', { name: 'Edit Mine again' }).click()
  await name(page).fill('Mine at last')
  await ok(server.origin, 'updateCollection', { token, params: { id }, body: { name: 'Theirs' } })
  await button(page, 'Update Collection').click()
  await conflict(page).getByRole('button', { name: 'Use saved version' }).click()
  await expect(name(page)).toHaveValue('Theirs')
  // The form now equals the saved state, so leaving doesn't ask.
  await button(page, 'Cancel').click()
  await expect(page).toHaveURL(/\/custom-fields$/)

  // One that was deleted elsewhere is restored, or saved as a new one.
  for (const [choice, before, after] of [
    ['Restore and save', 'Theirs', 'Restored'],
    ['Save as new', 'Restored', 'Saved again'],
  ] as const) {
    await page.getByRole('link', { name: `Edit ${before}` }).click()
    await name(page).fill(after)
    await ok(server.origin, 'deleteCollection', { token, params: { id } })
    await button(page, 'Update Collection').click()
    await expect(button(page, choice)).toBeVisible()
    if (choice === 'Restore and save') await expectFits(page, 360)
    await button(page, choice).dblclick()
    await expect(page).toHaveURL(/\/custom-fields$/)
    const [left, ...others] = await ok(server.origin, 'listCollections', { token })
    expect(others).toEqual([])
    expect(left).toMatchObject({
      name: after,
      fields: expect.arrayContaining([expect.objectContaining({ label: 'My one' })]),
    })
    expect(left!.id === id).toBe(choice === 'Restore and save')
  }
})

test('what is changed after a save whose answer was lost is saved without conflicts or copies', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('409', 'ERR_')
  const { page, token } = await visitor.openAsHost()
  const { id } = await seed(server.origin, token, 'One')
  await page.goto(`/custom-fields/edit/${id}`)
  await name(page).fill('Sent')
  await button(page, 'Add field').click()
  await label(page).fill('Compny')
  await loseAnswer(page, `**/customfieldscollections/${id}`)
  await button(page, 'Update Collection').click()
  await expect(page.getByText('Failed to save collection.')).toBeVisible()
  await name(page).fill('Changed since')
  await label(page).fill('Company')
  await button(page, 'Update Collection').click()
  await expect(page.getByText('The collection has been updated.')).toBeVisible()
  const saved = await ok(server.origin, 'getCollection', { token, params: { id } })
  expect(saved.name).toBe('Changed since')
  expect(saved.fields.filter(({ isDeleted }) => !isDeleted).map((field) => field.label)).toEqual([
    'One',
    'Company',
  ])
})

test('a collection is shared with another host, and unshared', async ({ visitor, server }) => {
  visitor.expected.push('400', '404', '500')
  const { page, token, email: own } = await visitor.openAsHost()
  const { page: theirs, email: member } = await visitor.openAsHost()
  const { id } = await seed(server.origin, token, 'One')
  await page.goto('/custom-fields')
  await page.getByRole('link', { name: 'Edit Seeded' }).click()
  const input = sharing(page).getByLabel('Email address')
  const share = sharing(page).getByRole('button', { name: 'Share', exact: true })
  for (const [text, message] of [
    ['nobody', 'Please enter a valid email address'],
    [own, 'You own this collection'],
  ] as const) {
    await input.fill(text)
    await share.click()
    await expect(input).toHaveAccessibleDescription(message)
    await expect(input).toBeFocused()
  }
  await input.fill(` ${member.toUpperCase()}`)
  await page.keyboard.press('Enter')
  await expect(sharing(page).getByRole('status')).toHaveText(
    `Shared with ${member}. They’ll see it the next time they open Boomtime.`,
  )
  await expect(input).toHaveValue('')
  const people = sharing(page).getByRole('list', { name: 'Shared with' }).getByRole('listitem')
  await expect(people).toContainText([member])
  await expectAccessible(page)
  await expectFits(page, 360)
  // Sharing isn't part of the form, so leaving doesn't ask.
  await button(page, 'Cancel').click()
  await expect(page.getByRole('article')).toContainText('Shared with 1')

  await theirs.goto('/custom-fields')
  await expect(theirs.getByRole('article')).toContainText('By Maya Lindqvist')
  await theirs.getByRole('link', { name: 'Edit Seeded' }).click()
  await expect(theirs.getByText('Shared with you by Maya Lindqvist')).toBeVisible()
  await expect(sharing(theirs)).toHaveCount(0)
  await expect(button(theirs, 'Delete Collection')).toHaveCount(0)
  await name(theirs).fill('Improved')
  await button(theirs, 'Update Collection').click()
  await expect(theirs.getByText('The collection has been updated.')).toBeVisible()

  const other = `z-${member}`
  await ok(server.origin, 'shareCollection', { token, params: { id }, body: { email: other } })
  await page.getByRole('link', { name: 'Edit Seeded' }).click()
  await expect(name(page)).toHaveValue('Improved')
  const SHARES = '**/shares/*'
  await page.route(SHARES, (route) => route.fulfill({ status: 500, json: {} }))
  await button(page, `Stop sharing with ${member}`).click()
  await expect(page.getByText('Failed to stop sharing.')).toBeVisible()
  // In their place.
  await expect(people).toContainText([member, other])
  await page.unroute(SHARES)
  await button(page, `Stop sharing with ${member}`).click()
  await expect(sharing(page).getByRole('status')).toHaveText(`No longer shared with ${member}.`)
  await expect(people).toContainText([other])
  await sharing(page).getByRole('button', { name: 'Undo' }).click()
  await expect(people).toContainText([member, other])
  await button(page, `Stop sharing with ${member}`).click()
  await expect(sharing(page).getByRole('status')).toHaveText(`No longer shared with ${member}.`)

  await theirs.goto(`/custom-fields/edit/${id}`)
  await expect(theirs.getByText('Failed to load collection data.')).toBeVisible()
  await expect(theirs).toHaveURL(/\/custom-fields$/)
})
