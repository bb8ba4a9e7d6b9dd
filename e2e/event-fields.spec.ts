import type { Page } from '@playwright/test'
import { ok } from '../testing/server/api.ts'
import { openSection } from './support/events.ts'
import { announced, arrowsAreHeard, clicksAreHeard } from './support/sorting.ts'
import { expect, expectAccessible, expectFits, tabTo, test } from './support/support.ts'

/** Custom fields in the event editor. */
const section = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const booking = (page: Page) => section(page, 'Booking Custom Fields')
const post = (page: Page) => section(page, 'Post Booking Custom Fields')
async function openSections(page: Page) {
  for (const title of ['Booking Custom Fields', 'Post Booking Custom Fields']) await openSection(page, title)
}
const save = (page: Page) => page.getByRole('button', { name: /^(Create|Update) Event$/ })
const dialog = (page: Page) => page.getByRole('dialog')
const saved = (page: Page) => page.getByText(/^Event (Created|Updated)!$/)
const field = (label: string) => ({ type: 'single-line', label })

async function library(origin: string, token: string, ...names: string[]) {
  const made = []
  for (const name of names) {
    const body = { name, fields: [field(`Question of ${name}`)] }
    made.push(await ok(origin, 'createCollection', { token, body }))
  }
  return made
}

test('collections are inserted, reordered by mouse and keyboard, previewed, reported if wrong, and saved', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost()
  const inLibrary = ['Intake', 'Travel', 'Notes', 'Gone']
  const [intake, travel, notes, gone] = await library(server.origin, token, ...inLibrary)
  await ok(server.origin, 'createCollection', {
    token,
    body: { name: 'Put away', fields: [field('Old')], isArchived: true },
  })
  const COLLECTIONS = '**/customfieldscollections*'
  await page.route(COLLECTIONS, (route) =>
    route.fulfill({ status: 500, json: { success: false, error: 'Broken' } }),
  )
  await page.goto('/events/create')
  await openSections(page)
  await page.getByLabel('Event title').fill('Tea')
  await expect(booking(page)).toContainText('We couldn’t load your saved collections.')
  await page.unroute(COLLECTIONS)
  await booking(page).getByRole('button', { name: 'Try again' }).click()
  await expect(booking(page)).toContainText('No custom fields added yet')
  const choices = booking(page).getByRole('list', { name: 'Saved collections for booking collections' })
  await expect(choices.getByRole('listitem')).toHaveCount(inLibrary.length)
  await choices.getByRole('button', { name: 'Insert Intake' }).click()
  await expect(choices.getByRole('button', { name: 'Inserted Intake' })).toBeDisabled()
  await expect(choices.getByRole('button', { name: 'Inserted Intake' })).toBeFocused()
  await choices.getByRole('button', { name: 'Insert Travel' }).click()
  await expect(booking(page)).not.toContainText('No custom fields added yet')
  await expect(booking(page).getByLabel('Question of Intake')).toBeDisabled()

  const list = booking(page).getByRole('list', { name: 'Booking collections', exact: true })
  const order = async (...names: string[]) => {
    for (const [index, name] of names.entries())
      await expect(list.getByRole('listitem').nth(index)).toContainText(name)
  }
  await order('Intake', 'Travel')
  await list.getByRole('button', { name: 'Move Intake', exact: true }).focus()
  await page.keyboard.press('Space')
  await expect(announced(page)).toHaveText('Picked up Intake at position 1 of 2.')
  await arrowsAreHeard(page)
  await page.keyboard.press('ArrowDown')
  await expect(announced(page)).toHaveText('Intake is now at position 2 of 2.')
  await page.keyboard.press('Space')
  await order('Travel', 'Intake')
  const grip = list.getByRole('button', { name: 'Move Intake', exact: true })
  await grip.hover()
  await page.mouse.down()
  const target = (await list.getByRole('listitem').first().boundingBox())!
  await page.mouse.move(target.x + 20, target.y + 10, { steps: 8 })
  await page.mouse.up()
  await order('Intake', 'Travel')
  await clicksAreHeard(page)

  await expect(post(page).getByRole('button')).toHaveCount(0)
  await post(page).getByRole('switch', { name: 'Use post-booking fields' }).click()
  await test.step('a collection in both stages is reported by name', async () => {
    await post(page).getByRole('button', { name: 'Insert Travel' }).click()
    const message =
      '"Travel" cannot be both a booking and a post-booking collection. Remove it from one of them.'
    await expect(booking(page).getByRole('alert')).toHaveText(message)
    await save(page).click()
    const summary = page.getByRole('alert').filter({ hasText: 'We couldn’t save the event' })
    await expect(summary).toContainText(message)
    await post(page).getByRole('button', { name: 'Remove Travel' }).click()
    await expect(post(page).getByRole('heading', { name: 'Saved collections' })).toBeFocused()
    await expect(booking(page).getByRole('alert')).toHaveCount(0)
  })
  await post(page).getByRole('button', { name: 'Insert Notes' }).click()
  await test.step('a collection that was deleted since is reported', async () => {
    visitor.expected.push('400', '500')
    await booking(page).getByRole('button', { name: 'Insert Gone' }).click()
    await ok(server.origin, 'deleteCollection', { token, params: { id: gone!.id } })
    await save(page).click()
    const alert = booking(page).getByRole('alert')
    await expect(alert).toContainText('This collection no longer exists.')
    // Folded, the section opens for the summary's link.
    await booking(page).locator('summary').press('Enter')
    await expect(alert).toBeHidden()
    await page.getByRole('button', { name: 'This collection no longer exists.' }).click()
    await expect(alert).toBeFocused()
    await booking(page).getByRole('button', { name: 'Remove Gone' }).click()
  })
  await expectAccessible(page)
  await expectFits(page, 360)
  await page.setViewportSize({ width: 1280, height: 900 })
  await save(page).click()
  await expect(saved(page)).toBeVisible()
  const [listed] = await ok(server.origin, 'listEvents', { token })
  expect(listed!.customFieldsCollections).toEqual([
    { id: intake!.id, collectionStage: 'onBooking' },
    { id: travel!.id, collectionStage: 'onBooking' },
    { id: notes!.id, collectionStage: 'postBooking' },
  ])

  // The section opens automatically if it is used, and turning it off removes its collections.
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Edit Tea' }).click()
  await openSections(page)
  await expect(post(page).getByLabel('Question of Notes')).toBeDisabled()
  const use = post(page).getByRole('switch', { name: 'Use post-booking fields' })
  await use.click()
  await expect(post(page)).not.toContainText('Question of Notes')
  await use.click()
  await expect(post(page)).toContainText('Question of Notes')
  await use.click()
  await booking(page).getByRole('button', { name: 'Remove Intake' }).click()
  await save(page).click()
  // The message about its creation may still be there.
  await expect(page.getByText('Event Updated!')).toBeVisible()
  const after = await ok(server.origin, 'getEvent', { token, params: { id: listed!.id } })
  expect(after.customFieldsCollections.map(({ name }) => name)).toEqual(['Travel'])
})

test('an event-only collection is created and edited in a dialog by keyboard alone', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost()
  await page.goto('/events/create')
  await openSections(page)
  await page.getByLabel('Event title').fill('Tea')
  await expect(booking(page)).toContainText('Collections you create under Custom Fields will appear here.')
  const create = booking(page).getByRole('button', { name: 'Create for this event' })
  await create.focus()
  await page.keyboard.press('Enter')
  const add = dialog(page).getByRole('button', { name: 'Add to event' })
  const name = dialog(page).getByLabel('Collection name')
  await expect(name).toBeFocused()
  await tabTo(page, add)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('Collection name is required')
  await expect(dialog(page)).toContainText('At least one field is required')
  await expect(name).toBeFocused()
  await expectAccessible(page)
  await expectFits(page, 360)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.keyboard.type('Tastes')
  await tabTo(page, dialog(page).getByRole('button', { name: 'Add field' }))
  await page.keyboard.press('Enter')
  await dialog(page).getByLabel('Type').selectOption('dropdown')
  await dialog(page).getByLabel('Label').fill('Which tea')
  await tabTo(page, add)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('Please provide at least one option for this field type')
  await dialog(page).getByLabel('Options').fill('Green\nBlack\nGreen ')
  await expect(dialog(page)).toContainText('Duplicate options are not allowed')
  await dialog(page).getByLabel('Options').fill('Green\n\nBlack  ')
  await tabTo(page, add)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(booking(page).getByLabel('Which tea')).toBeDisabled()
  await expect(booking(page).getByText('Event only')).toBeVisible()

  await booking(page).getByRole('button', { name: 'Edit Tastes' }).click()
  await expect(dialog(page).getByLabel('Collection name')).toHaveValue('Tastes')
  // Escape puts the field back, and leaves the dialog open.
  await dialog(page).getByRole('button', { name: 'Move Which tea' }).focus()
  await page.keyboard.press('Space')
  // The page behind has a list, too.
  const said = announced(page).last()
  await expect(said).toHaveText('Picked up Which tea at position 1 of 1.')
  await arrowsAreHeard(page)
  await page.keyboard.press('Escape')
  await expect(said).toHaveText('Which tea is back at position 1 of 1.')
  await expect(dialog(page)).toBeVisible()
  await dialog(page).getByLabel('Collection name').fill('Your taste')
  await dialog(page).getByRole('button', { name: 'Apply' }).click()
  await booking(page).getByRole('button', { name: 'Edit Your taste' }).click()
  await dialog(page).getByRole('button', { name: 'Delete Which tea' }).click()
  await dialog(page).getByRole('button', { name: 'Apply' }).click()
  await expect(dialog(page)).toContainText('At least one field is required')
  // Discarding changes in the dialog asks for confirmation.
  await page.keyboard.press('Escape')
  await expect(dialog(page).getByRole('alert').getByText('Discard your changes?')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Keep editing' }).click()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await dialog(page).getByRole('button', { name: 'Discard' }).click()
  // A reload keeps everything.
  page.once('dialog', (leave) => void leave.accept())
  await page.reload()
  await expect(booking(page).locator('summary').first()).toContainText('Your taste')
  await openSections(page)
  await expect(booking(page).getByRole('button', { name: 'Edit Your taste' })).toBeVisible()
  await save(page).click()
  await expect(saved(page)).toBeVisible()
  const [listed] = await ok(server.origin, 'listEvents', { token })
  const event = await ok(server.origin, 'getEvent', { token, params: { id: listed!.id } })
  expect(event.customFieldsCollections).toMatchObject([
    { name: 'Your taste', type: 'boomEvent', fields: [{ label: 'Which tea', options: ['Green', 'Black'] }] },
  ])
  // Other events don't offer it.
  await page.goto('/events/create')
  await openSections(page)
  await expect(booking(page)).toContainText('Collections you create under Custom Fields will appear here.')
})
