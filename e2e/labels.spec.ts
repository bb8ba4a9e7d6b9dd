import type { Locator, Page } from '@playwright/test'
import { ok } from '../testing/server/api.ts'
import { addedByHost, bookWithPrivateField } from '../testing/bookings/private-booking.ts'
import { book, broken, card, opener } from './support/bookings.ts'
import { dayAhead } from './support/events.ts'
import { holdRequest } from './support/hold-request.ts'
import { announced, arrowsAreHeard, clicksAreHeard } from './support/sorting.ts'
import { expectFocusSeen } from './support/focus.ts'
import { goWithin } from './support/go-within.ts'
import { expect, expectAccessible, expectFits, test } from './support/support.ts'
import { nextMonday } from './support/with-extension.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const picker = (page: Page) => page.getByRole('textbox', { name: /^Search .*labels$/ })
const choice = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('checkbox', { name, exact: true })
const chips = (of: Locator) => of.getByRole('list', { name: 'Labels' }).getByRole('listitem')
const params = (page: Page) => new URL(page.url()).searchParams.toString()
const saved = (page: Page) =>
  page.waitForResponse(
    (response) => response.url().endsWith('/labels') && response.request().method() === 'PUT',
  )

test('a label goes from an event to its bookings, which are filtered by it and labeled in bulk', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost()
  const { event } = await book(server.origin, token, { title: 'Tea' }, 'Ann Early')
  await page.goto('/events')
  await button(page, 'Labels of Tea').click()
  await expect(picker(page)).toBeFocused()
  await expect(page.getByText('No labels yet. Type a name to create one.')).toBeVisible()
  await picker(page).fill('VIP')
  let done = saved(page)
  await page.keyboard.press('Enter')
  await expect(choice(page, 'VIP')).toBeChecked()
  await done
  await picker(page).fill('Follow up')
  done = saved(page)
  await button(page, 'Create “Follow up”').click()
  await expect(choice(page, 'Follow up')).toBeChecked()
  await done
  await page.keyboard.press('Escape')
  await expect(button(page, 'Labels of Tea')).toBeFocused()
  await expect(chips(page.getByRole('article', { name: 'Tea' }))).toHaveText(['VIP', 'Follow up'])

  const slots = await ok(server.origin, 'listSlots', {
    params: { id: event.id },
    query: { dateFrom: dayAhead(4), dateTo: dayAhead(20), timezone: 'UTC' },
  })
  for (const [index, fullName] of ['Bob Later', 'Cleo Later'].entries())
    await ok(server.origin, 'createBooking', {
      query: { bookingUrlId: event.bookingUrlId },
      body: { fullName, email: 'someone@example.com', startUTC: slots[index]!.startUtc },
    })
  await goWithin(page, '/bookings')
  await expect(chips(card(page, 'Bob Later'))).toHaveText(['VIP', 'Follow up'])
  await expect(card(page, 'Ann Early')).toBeVisible()
  await expect(chips(card(page, 'Ann Early'))).toHaveCount(0)

  const filters = page.getByRole('region', { name: 'Filters' })
  await button(page, 'Filters').click()
  await filters.getByRole('button', { name: 'Any of: choose labels' }).click()
  await choice(page, 'VIP').click()
  await expect(page.getByText('Showing 1-2 of 2 bookings')).toBeVisible()
  await page.keyboard.press('Escape')
  const [vip] = await ok(server.origin, 'listLabels', { token })
  expect(params(page)).toBe(`labels_any=${vip!.id}`)
  await page.reload()
  await expect(page.getByText('Showing 1-2 of 2 bookings')).toBeVisible()
  await expect(card(page, 'Ann Early')).toHaveCount(0)

  await button(page, 'Select bookings').click()
  await page.getByRole('checkbox', { name: 'Select Tea, Bob Later' }).check()
  await button(page, 'Labels of the selected bookings').click()
  done = saved(page)
  await choice(page, 'Follow up').click()
  await done
  await page.keyboard.press('Escape')
  await expect(chips(card(page, 'Bob Later'))).toHaveText(['VIP'])
  const { width, height } = page.viewportSize()!
  await page.setViewportSize({ width, height: 420 })
  await page
    .getByRole('checkbox', { name: /^Select/ })
    .last()
    .focus()
  await expectFocusSeen(page, 8)
  await page.setViewportSize({ width, height })
  await button(page, 'Select all on this page').click()
  await expect(page.getByText('2 selected')).toBeVisible()
  await button(page, 'Labels of the selected bookings').click()
  await expect(choice(page, 'Follow up')).toHaveJSProperty('indeterminate', true)
  await expectAccessible(page)
  await choice(page, 'VIP').click()
  await expect(page.getByText('No bookings found')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Selected bookings' })).toBeFocused()
  expect(params(page)).toBe(`labels_any=${vip!.id}`)

  await page.goto(`/bookings?labels_any=${event.id}`)
  await expect(page.getByText('Showing 1-3 of 3 bookings')).toBeVisible()
  await opener(card(page, 'Ann Early')).click()
  const details = page.getByRole('region', { name: 'Booking details' })
  await details.getByRole('button', { name: 'Labels of Tea, Ann Early' }).click()
  await choice(page, 'VIP').click()
  await expect(chips(card(page, 'Ann Early'))).toHaveText(['VIP'])
  await expect(chips(details)).toHaveText(['VIP'])

  const dot = chips(details).first().locator('.label-dot')
  const color = () => dot.evaluate((element) => getComputedStyle(element).backgroundColor)
  const before = await color()
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await color()).toBe(before)
  await expect(dot).toHaveCSS('outline-width', '1px')
})

test('label changes and private notes that wait for earlier ones are saved when the page closes', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost()
  const { id } = await bookWithPrivateField(server.origin, token, nextMonday())
  const create = (name: string) => ok(server.origin, 'createLabel', { token, body: { name, color: 'red' } })
  const vip = await create('VIP')
  const followUp = await create('Follow up')
  const stored = () => addedByHost(server.origin, token, id)
  await page.goto('/bookings')
  await opener(card(page, 'Bob')).click()
  const panel = page.getByRole('region', { name: 'Booking details' })
  // The browser asks before it leaves notes that are being saved.
  page.on('dialog', (dialog) => void dialog.accept())
  // The server saves the first changes, but its answers don't arrive.
  for (const call of ['labels', '*/postBookingFields'])
    await page.route(`**/boomEventsBookings/${call}`, async (route) => void (await route.fetch()), {
      times: 1,
    })
  await panel.getByLabel('Hidden score').fill('first')
  await expect.poll(stored).toEqual([[], 'first'])
  await panel.getByRole('button', { name: /^Labels of/ }).click()
  await choice(page, 'VIP').click()
  await choice(page, 'Follow up').click()
  await expect(choice(page, 'Follow up')).toBeChecked()
  await choice(page, 'VIP').click()
  await expect(choice(page, 'VIP')).not.toBeChecked()
  await expect.poll(stored).toEqual([[vip.id], 'first'])
  await page.keyboard.press('Escape')
  await panel.getByLabel('Hidden score').fill('last')
  await page.goto('/privacy')
  await expect.poll(stored).toEqual([[followUp.id], 'last'])
})

test('labels are renamed, recolored, moved and deleted where they are used', async ({ visitor, server }) => {
  const { page, token } = await visitor.openAsHost({ viewport: { width: 360, height: 780 } })
  const { origin } = server
  for (const name of ['One', 'Two', 'Three'])
    await ok(origin, 'createLabel', { token, body: { name, color: 'red' } })
  const stored = async () =>
    (await ok(origin, 'listLabels', { token })).map(({ name, color }) => `${name} ${color}`)

  // A new event's labels are part of its draft.
  await page.goto('/events/create')
  await page.getByLabel('Event title').fill('Tea')
  await button(page, 'Labels of Tea').click()
  await choice(page, 'Two').click()
  await expectFits(page, 360)
  await page.keyboard.press('Escape')
  await expect(chips(page.getByRole('group', { name: 'Labels', exact: true }))).toHaveText(['Two'])
  await button(page, 'Create Event').click()
  await page.getByRole('dialog', { name: 'Share your event' }).getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/events$/)
  expect(await ok(origin, 'listEvents', { token })).toMatchObject([{ labelIds: [expect.any(String)] }])
  // They move the button once they are there.
  await expect(chips(page.getByRole('article', { name: 'Tea' }))).toHaveText(['Two'])
  await button(page, 'Labels of Tea').click()
  await button(page, 'Manage labels').click()
  const dialog = page.getByRole('dialog', { name: 'Manage labels' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await expectFits(page, 360)

  const name = page.getByLabel('Name of One')
  await name.fill('two')
  await expect(dialog.getByText('You already have a label with this name')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(name).not.toBeFocused()
  await expect(name).toHaveValue('two')
  await expect(dialog.getByText('You already have a label with this name')).toBeVisible()
  await name.press('Escape')
  await expect(name).toHaveValue('One')
  await name.fill('First')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Name of First')).toHaveValue('First')
  await button(page, 'Color of First: Red').click()
  await page.getByRole('menuitemradio', { name: 'Teal' }).click()
  await expect.poll(stored).toEqual(['First teal', 'Two red', 'Three red'])

  await button(page, 'Move First').focus()
  await page.keyboard.press('Space')
  await expect(announced(page)).toHaveText('Picked up First at position 1 of 3.')
  await arrowsAreHeard(page)
  await page.keyboard.press('ArrowDown')
  await expect(announced(page)).toHaveText('First is now at position 2 of 3.')
  await page.keyboard.press('Escape')
  await expect(announced(page)).toHaveText('First is back at position 1 of 3.')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Space')
  await arrowsAreHeard(page)
  await page.keyboard.press('ArrowDown')
  await expect(announced(page)).toHaveText('First is now at position 2 of 3.')
  await page.keyboard.press('Space')
  await clicksAreHeard(page)
  await expect.poll(stored).toEqual(['Two red', 'First teal', 'Three red'])

  await button(page, 'Delete Two').click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('It will be removed from 1 event. You can’t undo this.')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByLabel('New label')).toBeFocused()
  await page.keyboard.type('Fourth')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Name of Fourth')).toBeVisible()
  expect(await stored()).toEqual(['First teal', 'Three red', expect.stringMatching(/^Fourth /)])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button(page, 'Labels of Tea')).toBeFocused()
  await expect(chips(page.getByRole('article', { name: 'Tea' }))).toHaveCount(0)
})

test('a name that could not be saved stays when the field has been left', async ({ visitor, server }) => {
  visitor.expected.push('Failed to load resource')
  const { page, token } = await visitor.openAsHost()
  await ok(server.origin, 'createEvent', { token, body: { title: 'Tea' } })
  await ok(server.origin, 'createLabel', { token, body: { name: 'One', color: 'red' } })
  await page.goto('/events')
  await button(page, 'Labels of Tea').click()
  await button(page, 'Manage labels').click()
  await page.getByLabel('Name of One').fill('First')
  await page.route('**/labels/*', (route) => route.fulfill(broken))
  const answer = await holdRequest(page, '**/labels/*', 'PUT')
  await page.keyboard.press('Enter')
  const name = page.getByLabel('Name of First')
  await expect(name).toHaveValue('First')
  await page.keyboard.press('Tab')
  answer()
  await expect(page.getByLabel('Name of One')).toHaveValue('First')
  await page.unroute('**/labels/*')
  await button(page, 'Save First').click()
  await expect(button(page, 'Save First')).toBeHidden()
  await expect.poll(() => ok(server.origin, 'listLabels', { token })).toMatchObject([{ name: 'First' }])
})

test('the new name of a label that was deleted elsewhere can be added as a new label', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('404')
  const { page, token } = await visitor.openAsHost()
  const { id } = await ok(server.origin, 'createLabel', { token, body: { name: 'One', color: 'red' } })
  await page.goto('/settings')
  await button(page, 'Manage labels').click()
  await page.getByLabel('Name of One').fill('First')
  await ok(server.origin, 'deleteLabel', { token, params: { id } })
  await page.keyboard.press('Enter')
  await expect(
    page.getByText('It was deleted elsewhere. To use “First”, add it as a new label.'),
  ).toBeVisible()
  await expect(page.getByLabel('Name of One')).toHaveCount(0)
  await expect(page.getByLabel('New label')).toHaveValue('First')
  await expect(page.getByLabel('New label')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Name of First')).toBeVisible()
})

test('a new event is created without a label that was deleted elsewhere', async ({ visitor, server }) => {
  visitor.expected.push('404')
  const { page, token } = await visitor.openAsHost()
  const { id } = await ok(server.origin, 'createLabel', { token, body: { name: 'VIP', color: 'red' } })
  await page.goto('/events/create')
  await page.getByLabel('Event title').fill('Tea')
  await page.getByRole('button', { name: 'Labels of Tea' }).click()
  await choice(page, 'VIP').check()
  await page.keyboard.press('Escape')
  await ok(server.origin, 'deleteLabel', { token, params: { id } })
  await button(page, 'Create Event').click()
  await expect(page.getByRole('alert')).toContainText('One of these labels no longer exists.')
  await expect(chips(page.getByRole('main'))).toHaveCount(0)
  await button(page, 'Create Event').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await ok(server.origin, 'listEvents', { token })).toMatchObject([{ title: 'Tea', labelIds: [] }])
})
