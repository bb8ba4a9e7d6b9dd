import type { Page } from '@playwright/test'
import { collectionMessages } from '../contract/custom-fields/custom-fields.ts'
import { hasOptions, isLayout, nameFieldType } from '../contract/custom-fields/field-types.ts'
import { ok } from '../testing/server/api.ts'
import { holdRequest } from './support/hold-request.ts'
import { expect, expectAccessible, expectFits, tabTo, test } from './support/support.ts'
import { expectUncovered } from './support/uncovered.ts'

const rows = (page: Page) => page.getByRole('list', { name: 'Fields' }).getByRole('listitem')
const preview = (page: Page) => page.getByRole('group', { name: 'Preview', exact: true })
const name = (page: Page) => page.getByLabel('Collection name')
const label = (page: Page) => page.getByRole('textbox', { name: 'Label', exact: true })
const type = (page: Page) => page.getByLabel('Field type')
const options = (page: Page) => page.getByLabel('Options')
const button = (page: Page, text: string | RegExp) => page.getByRole('button', { name: text, exact: true })
const save = (page: Page) => button(page, /^(Create|Update) Collection$/)
const failure = { status: 500, json: {} }

test('a collection is created by keyboard and mouse, and previewed as invitees see it', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost()

  await test.step('from an empty list, which may fail to load at first', async () => {
    visitor.expected.push('500')
    const list = /\/customfieldscollections(\?|$)/
    const held = Promise.withResolvers<void>()
    await page.route(list, async (route) => {
      await held.promise
      await route.fulfill(failure)
    })
    await page.goto('/custom-fields')
    await expect(page.getByRole('heading', { level: 1, name: 'Custom Fields' })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Loading custom fields...' })).toBeVisible()
    held.resolve()
    await expect(page.getByText('Failed to load custom field collections.')).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('We couldn’t load your collections')
    await page.unroute(list)
    await page.getByRole('button', { name: 'Try again' }).click()
    const main = page.getByRole('main')
    await expect(main.getByText('No collections match your filters.')).toBeVisible()
    await expect(main.getByText('Create one and add it to any event.')).toBeVisible()
    await expectAccessible(page)
    await expectFits(page, 360)
    await page.setViewportSize({ width: 1280, height: 900 })
    const add = main.getByRole('link', { name: 'New Collection' })
    await expect(add).toHaveCount(2)
    await expect(add.first()).toHaveAttribute('href', '/custom-fields/create')
    await add.last().click()
    await expect(page).toHaveURL(/\/custom-fields\/create$/)
  })
  await expect(page.getByText('No fields yet.')).toBeVisible()

  await test.step('by keyboard alone', async () => {
    await tabTo(page, name(page))
    await page.keyboard.type('  About you ')
    await tabTo(page, button(page, 'Add field'))
    await page.keyboard.press('Enter')
    await expect(label(page)).toBeFocused()
    await page.keyboard.type('Company')
    await tabTo(page, page.getByRole('switch', { name: 'Required' }))
    await page.keyboard.press('Space')
    await tabTo(page, button(page, 'Done'))
    await page.keyboard.press('Enter')
    await expect(button(page, 'Edit Company')).toBeFocused()
    await expect(rows(page)).toContainText(['Single line text · Required'])
    await tabTo(page, save(page))
  })

  await page.getByLabel('Description').fill('So that we can prepare. ')
  for (const one of ['dropdown', 'phone', 'datetime', 'header', 'separator', 'checkboxes'] as const) {
    await button(page, 'Add field').click()
    await type(page).selectOption(nameFieldType(one))
    if (one === 'separator') {
      await expect(label(page)).toHaveCount(0)
      await expect(page.getByLabel('Description')).toHaveCount(1)
    } else {
      await label(page).fill(`A ${one}  `)
      await page.getByLabel('Description').last().fill(`About the ${one}`)
    }
    await expect(options(page)).toHaveCount(hasOptions(one) ? 1 : 0)
    if (hasOptions(one)) await options(page).fill(' Red\n\n  Green \nBlue\n\n')
    await expect(page.getByRole('switch', { name: 'Required' })).toHaveCount(isLayout(one) ? 0 : 1)
    if (one !== 'checkboxes') await button(page, 'Done').click()
  }
  // With a field's panel open.
  await expectAccessible(page)
  await expectFits(page, 360)
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect(rows(page)).toHaveCount(7)
  await expect(rows(page).nth(1)).toContainText('Dropdown · 3 options')

  const form = preview(page)
  await expect(form.getByRole('group', { name: 'About you' })).toContainText('So that we can prepare.')
  await form.getByLabel('Company').fill('Tried out')
  await form.getByLabel('A dropdown').selectOption('Green')
  await form.getByLabel('Blue').first().check()
  await form.getByLabel('A phone').press('Enter')
  await expect(form.getByLabel('A phone')).toHaveAttribute('type', 'tel')
  await expect(form.getByLabel('A datetime', { exact: true })).toHaveAttribute('type', 'date')
  await expect(form.getByRole('heading', { name: 'A header' })).toBeVisible()
  await expect(form.getByRole('separator')).toHaveCount(1)
  await expect(form.getByText('About the datetime', { exact: true })).toBeVisible()

  // Nothing can be changed while it is being saved.
  const answerSave = await holdRequest(page, '**/customfieldscollections', 'POST')
  await name(page).press('Enter')
  await expect(button(page, 'Saving...')).toBeFocused()
  await name(page).focus()
  await page.keyboard.type('!')
  await expect(name(page)).toHaveValue('  About you ')
  answerSave()
  await expect(page.getByText('Success', { exact: true })).toBeVisible()
  await expect(page.getByText('The collection has been created.')).toBeVisible()
  await expect(page).toHaveURL(/\/custom-fields$/)
  const [saved] = await ok(server.origin, 'listCollections', { token })
  expect(saved).toMatchObject({
    name: 'About you',
    description: 'So that we can prepare.',
    type: 'generic',
    fields: [
      { label: 'Company', isRequired: true, fieldPosition: 0 },
      { label: 'A dropdown', description: 'About the dropdown', options: ['Red', 'Green', 'Blue'] },
      { type: 'phone' },
      { type: 'datetime' },
      { type: 'header', label: 'A header' },
      { type: 'separator', label: '' },
      { type: 'checkboxes', isRequired: false, fieldPosition: 6 },
    ],
  })
})

test('shows missing or contradictory input next to its field and in a summary', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('400')
  const { page, token } = await visitor.openAsHost()
  await page.goto('/custom-fields/create')
  await name(page).fill('  ')
  await save(page).click()
  const summary = page.getByRole('alert')
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('button')).toHaveText([collectionMessages.name, collectionMessages.noFields])
  await expect(name(page)).toHaveAccessibleDescription(collectionMessages.name)
  await expect(page.getByText(collectionMessages.noFields)).toHaveCount(2)
  await summary.getByRole('button', { name: collectionMessages.name }).click()
  await expect(name(page)).toBeFocused()
  await page.keyboard.type('About you')
  await summary.getByRole('button', { name: collectionMessages.noFields }).click()
  await expect(button(page, 'Add field')).toBeFocused()

  await button(page, 'Add field').click()
  // The field wasn't there when saving failed and is still being created, so there is no error yet.
  await expect(summary).toBeHidden()
  await expect(page.getByText(collectionMessages.label)).toHaveCount(0)
  await label(page).fill('   ')
  await button(page, 'Done').click()
  await expect(label(page)).toHaveAccessibleDescription(collectionMessages.label)
  await expect(label(page)).toBeFocused()
  await label(page).fill('Size')
  await expect(label(page)).not.toHaveAttribute('aria-invalid')
  await type(page).selectOption('Radio buttons')
  await options(page).fill(' \n ')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(options(page)).toHaveAccessibleDescription(new RegExp(collectionMessages.noOptions))
  await expect(options(page)).toBeFocused()
  await options(page).fill('Small\nLarge\nSmall  ')
  await expect(options(page)).toHaveAccessibleDescription(new RegExp(collectionMessages.sameOptions))

  // Starting another field shows this field's error in its row.
  await button(page, 'Add field').click()
  await expect(rows(page).first()).toContainText(collectionMessages.sameOptions)
  await save(page).click()
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('button')).toHaveText([
    `Field 1: ${collectionMessages.sameOptions}`,
    `Field 2: ${collectionMessages.label}`,
  ])
  await expectAccessible(page)
  await expectFits(page, 360)
  await summary.getByRole('button').first().click()
  await expect(options(page)).toBeFocused()
  await options(page).fill('Small\nLarge')
  await summary.getByRole('button').first().click()
  await page.keyboard.press('Enter')
  await expect(label(page)).toBeFocused()
  await page.keyboard.type('Colour')
  await expect(summary).toBeHidden()

  // Errors that only the server finds are shown next to their fields too.
  await page.route('**/customfieldscollections', (route) =>
    route.fulfill({
      status: 400,
      json: {
        success: false,
        error: 'Too odd',
        code: 'validation_failed',
        fields: { 'fields.1.label': 'Too odd' },
      },
    }),
  )
  await save(page).click()
  await expect(page.getByText('Too odd', { exact: true })).toHaveCount(2)
  await expect(label(page)).toHaveAccessibleDescription('Too odd')
  await page.unroute('**/customfieldscollections')
  await label(page).fill('Colours')
  await page.keyboard.press('Enter')
  await expect(button(page, 'Edit Colours')).toBeFocused()
  await save(page).click()
  await expect(page).toHaveURL(/\/custom-fields$/)
  expect((await ok(server.origin, 'listCollections', { token }))[0]!.fields).toHaveLength(2)
})

test('archiving, deleting and saving report success and failure', async ({ visitor, server }) => {
  visitor.expected.push('500', '400')
  const { page, token } = await visitor.openAsHost()
  const { id } = await ok(server.origin, 'createCollection', {
    token,
    body: { name: 'Seeded', fields: [{ type: 'single-line', label: 'One' }] },
  })
  await page.goto(`/custom-fields?collectionId=${id}`)
  await expect(page).toHaveURL(new RegExp(`/custom-fields/edit/${id}$`))
  const ONE = `**/customfieldscollections/${id}`
  const read = () => ok(server.origin, 'getCollection', { token, params: { id } })
  await name(page).fill('Renamed')
  await button(page, 'Archive').click()
  await expect(page.getByText('Collection archived')).toBeVisible()
  await button(page, 'Unarchive').click()
  await expect(page.getByText('Collection unarchived')).toBeVisible()
  await page.route(ONE, (route) => route.fulfill(failure))
  await button(page, 'Archive').click()
  await expect(page.getByText('Failed to archive collection.')).toBeVisible()
  await save(page).click()
  await expect(page.getByText('Failed to save collection.')).toBeVisible()
  await expect(page.getByRole('alert')).toBeFocused()
  await expectUncovered('Failed to save collection.', [save(page), button(page, 'Cancel')])
  const question = page.getByRole('alertdialog', { name: 'Delete this collection?' })
  await button(page, 'Delete Collection').click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Failed to delete collection.')).toBeVisible()
  await expect(question).toBeHidden()
  await page.unroute(ONE)

  const held = Promise.withResolvers<void>()
  await page.route(ONE, async (route) => {
    await held.promise
    await route.continue()
  })
  await save(page).click()
  await expect(button(page, 'Saving...')).toBeVisible()
  held.resolve()
  await expect(page).toHaveURL(/\/custom-fields$/)
  // Archiving in the meantime doesn't count as someone else's change.
  expect(await read()).toMatchObject({ name: 'Renamed', isArchived: false })

  await page.getByRole('link', { name: 'Edit Renamed' }).click()
  await button(page, 'Archive').click()
  await button(page, 'Cancel').click()
  await expect(page.getByText('All your collections are archived.')).toBeVisible()
  await page.goto(`/custom-fields/edit/${id}`)
  await button(page, 'Delete Collection').click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await button(page, 'Delete Collection').click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Success', { exact: true })).toBeVisible()
  await expect(page.getByText('The collection has been deleted.')).toBeVisible()
  await expect(page).toHaveURL(/\/custom-fields$/)
  await button(page, 'Undo').click()
  await page.getByRole('switch', { name: 'Show archived' }).click()
  await expect(page.getByRole('article', { name: 'Renamed' })).toBeVisible()
})
