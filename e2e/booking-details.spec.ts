import type { Page } from '@playwright/test'
import { byInvitee } from '../testing/bookings/invitee.ts'
import { call, ok } from '../testing/server/api.ts'
import { book, broken, card, opener } from './support/bookings.ts'
import { dayAhead } from './support/events.ts'
import { expectFocusSeen } from './support/focus.ts'
import { followRequests } from './support/running-requests.ts'
import { allow, expect, expectAccessible, openGoogle, test } from './support/support.ts'

const PRIVATE = '**/postBookingFields'

const field = (type: string, label: string, options?: string[]) => ({ type, label, options })
const collection = (name: string, ...fields: object[]) => ({ name, fields })
const panel = (page: Page) => page.getByRole('region', { name: 'Booking details' })

/** Scrolls what contains the element until it is at the top. */
function scrollToTop(element: Element) {
  let box = element.parentElement!
  while (box.parentElement && !/auto|scroll/.test(getComputedStyle(box).overflowY)) box = box.parentElement
  box.scrollTop += element.getBoundingClientRect().top - box.getBoundingClientRect().top
}

/** A host's bookings by three people, with an answer, and with fields for notes. */
async function bookTea(origin: string, token: string) {
  const make = (body: object) => ok(origin, 'createCollection', { token, body })
  const asks = await make(
    collection(
      'About you',
      field('checkboxes', 'Topics', ['Milk', 'Sugar', 'Lemon']),
      field('single-line', 'Company'),
    ),
  )
  const notes = await make(collection('Afterwards', field('single-line', 'Outcome'), field('email', 'Next')))
  const customFieldsCollections = [
    { id: asks.id, collectionStage: 'onBooking' },
    { id: notes.id, collectionStage: 'postBooking' },
  ]
  const { bookings } = await book(
    origin,
    token,
    { title: 'Tea', meetVia: 'in-person', location: 'Room 5', customFieldsCollections },
    'Ann One',
    'Bob Two',
    'Cy Three',
  )
  const [ann, bob, cy] = bookings as [string, string, string]
  const outcomeOf = async (id: string) => {
    const { bookingData } = await ok(origin, 'getBooking', { token, params: { id } })
    return bookingData.customFieldsCollections.find(({ name }) => name === 'Afterwards')!.fields[0]!.value
  }
  return { ann, bob, cy, outcomeOf }
}

test('host opens a booking by keyboard, fills in private notes, and prints it', async ({
  visitor,
  server,
}) => {
  const { page, token, email } = await visitor.openAsHost({ viewport: { width: 1280, height: 800 } })
  const { origin } = server
  visitor.expected.push('500 (Internal Server Error)', '403 (Forbidden)', 'net::ERR_')
  const { ann, bob, outcomeOf } = await bookTea(origin, token)
  await ok(origin, 'inviteUsers', { params: { id: ann }, body: { emails: ['guest@example.com'] } })

  await page.goto('/bookings')
  await opener(card(page, 'Ann One')).focus()
  await page.keyboard.press('Enter')
  await expect(panel(page)).toBeFocused()
  await expect(opener(card(page, 'Ann One'))).toHaveAttribute('aria-current', 'true')
  for (const text of [
    ann,
    'Confirmed',
    '30 minutes',
    'Ann One',
    'ann@example.com',
    'guest@example.com',
    'Room 5',
    'In person',
    'Milk, Sugar',
  ])
    await expect(panel(page).getByText(text, { exact: true }).first()).toBeVisible()
  await expect(panel(page).getByRole('definition').filter({ hasText: '[Not Filled]' })).toHaveCount(1)
  expect(page.url()).not.toContain(ann)

  // The panel width belongs to the host and is stored on this device.
  const handle = page.getByRole('separator')
  const width = (size: string) => expect(handle).toHaveAttribute('aria-valuenow', size)
  await width('40')
  await handle.focus()
  await page.keyboard.press('ArrowLeft')
  await width('42')
  await page.reload()
  await width('42')
  await expect(panel(page)).toContainText('ann@example.com')
  await handle.focus()
  await page.keyboard.press('Home')
  await width('30')
  await page.keyboard.press('End')
  await width('60')
  await handle.dblclick()
  await width('40')
  const at = (await handle.boundingBox())!
  await page.mouse.move(at.x + at.width / 2, at.y + 50)
  await page.mouse.down()
  await page.mouse.move(at.x - 60, at.y + 50, { steps: 3 })
  await page.mouse.up()
  await expect.poll(async () => Number(await handle.getAttribute('aria-valuenow'))).toBeGreaterThan(43)

  const outcome = panel(page).getByLabel('Outcome')
  const state = panel(page).getByRole('status')
  await outcome.fill('She likes ')
  await expect(state).toHaveText('Saving...')
  await expect(state).toHaveText('Saved')
  await expect(outcome).toHaveValue('She likes ')
  await outcome.pressSequentially('milk')
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(opener(card(page, 'Ann One'))).toBeFocused()
  await expect.poll(() => outcomeOf(ann)).toBe('She likes milk')

  // Notes that failed to save are still there after viewing another booking, and can then be saved.
  await page.route(PRIVATE, (route) => route.fulfill(broken))
  await opener(card(page, 'Bob Two')).click()
  await panel(page).getByLabel('Next').fill('bob@')
  await outcome.fill('Wants cake')
  await expect(panel(page).getByText('Please enter a valid email address')).toBeVisible()
  await expect(state).toContainText('Couldn’t save.')
  await opener(card(page, 'Ann One')).click()
  await expect(outcome).toHaveValue('She likes milk')
  await expect(page.getByText('Your notes for Bob Two are still here.')).toBeVisible()
  await opener(card(page, 'Bob Two')).click()
  await expect(outcome).toHaveValue('Wants cake')
  await expect(panel(page).getByLabel('Next')).toHaveValue('bob@')
  await expectAccessible(page)
  await page.unroute(PRIVATE)
  await state.getByRole('button', { name: 'Retry' }).click()
  await expect(state).toContainText('Some answers need fixing')
  await panel(page).getByLabel('Next').fill('bob@example.com')
  await expect(state).toHaveText('Saved')
  expect(await outcomeOf(bob)).toBe('Wants cake')

  // Without a connection, notes are saved automatically once there is one again.
  await page.context().setOffline(true)
  await outcome.fill('Wants tea')
  await expect(state).toContainText('Couldn’t save.')
  await page.context().setOffline(false)
  await expect(state).toHaveText('Saved')
  expect(await outcomeOf(bob)).toBe('Wants tea')

  await page.evaluate(() => (window.print = () => (document.title = 'Printed')))
  await panel(page).getByRole('button', { name: 'Print' }).click()
  await expect(page).toHaveTitle('Printed')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('main')).toBeHidden()
  const paper = page.locator('.print-sheet')
  for (const text of ['bob@example.com', 'Room 5', 'Milk, Sugar', 'Wants tea', bob])
    await expect(paper.getByText(text, { exact: true }).first()).toBeVisible()
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light')
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })

  // An expired session doesn't lose anything.
  await page.route(PRIVATE, (route) =>
    route.fulfill({ status: 403, json: { success: false, error: 'Invalid token' } }),
  )
  await outcome.fill('Wants more cake')
  await expect(page).toHaveURL(/\/signin$/)
  await page.unroute(PRIVATE)
  await allow(await openGoogle(page), email)
  await expect(page).toHaveURL(/\/bookings$/)
  await expect.poll(() => outcomeOf(bob)).toBe('Wants more cake')
})

test('host cancels a booking though the answer is lost, and sees what others cancel', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost({ viewport: { width: 1280, height: 800 } })
  const { origin } = server
  visitor.expected.push('409 (Conflict)', 'net::ERR_')
  const { ann, cy } = await bookTea(origin, token)
  const loaded = followRequests(page, new RegExp(`/boomEventsBookings/${ann}`))
  await page.clock.install()
  await page.goto('/bookings')
  await opener(card(page, 'Bob Two')).click()
  const outcome = panel(page).getByLabel('Outcome')
  const dialog = page.getByRole('alertdialog', { name: 'Cancel Booking' })
  const reason = dialog.getByLabel('Reason for cancellation')
  const confirm = dialog.getByRole('button', { name: 'Cancel Booking' })
  let sent = 0
  // The response to the first attempt is lost.
  await page.route('**/cancel', async (route) => {
    if (sent++ > 0) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await card(page, 'Bob Two')
    .getByRole('button', { name: /^Cancel/ })
    .click()
  await expect(dialog).toContainText('cannot be undone')
  await expectAccessible(page)
  await expect(confirm).toBeDisabled()
  await reason.fill('   ')
  await expect(confirm).toBeDisabled()
  await reason.fill('Out of milk')
  await dialog.getByRole('button', { name: 'Keep Booking' }).click()
  await card(page, 'Bob Two')
    .getByRole('button', { name: /^Cancel/ })
    .click()
  await expect(reason).toHaveValue('Out of milk')
  await confirm.click()
  await expect(page.getByText('Failed to cancel the booking. Please try again.')).toBeVisible()
  // Everything else shows what became of it.
  await expect(card(page, 'Bob Two')).toHaveCount(0)
  await expect(panel(page)).toContainText('Out of milk')
  await confirm.dblclick()
  await expect(page.getByText('The booking has been canceled and invitees have been notified.')).toBeVisible()
  await expect(panel(page).getByRole('button', { name: 'Cancel this booking' })).toHaveCount(0)
  expect(sent).toBe(2)
  await expect(page.getByRole('group', { name: 'Bookings', exact: true })).toBeFocused()

  // An open booking follows its invitee's changes, without losing what the host is typing.
  await opener(card(page, 'Cy Three')).click()
  await outcome.fill('Call ba')
  await call(origin, 'cancelBooking', { params: { id: cy }, body: byInvitee })
  await page.clock.runFor(15_000)
  await expect(panel(page)).toContainText('Canceled by the invitee')
  await expect(outcome).toHaveValue('Call ba')
  await expect(card(page, 'Cy Three')).toHaveCount(0)

  await card(page, 'Ann One')
    .getByRole('button', { name: /^Cancel/ })
    .click()
  await expect(reason).toHaveValue('')
  // It says where the booking is once it is moved.
  await loaded()
  const startUTC = `${dayAhead(40)}T03:45:00.000Z`
  await ok(origin, 'updateBooking', { token, params: { id: ann }, body: { startUTC, bookAnyway: true } })
  await page.clock.runFor(15_000)
  await expect(dialog.getByRole('alert')).toContainText('was moved in the meantime')
  await expect(dialog).toContainText('9:30 AM')
  await call(origin, 'cancelBooking', {
    token,
    params: { id: ann },
    body: { cancellationReason: 'Elsewhere' },
  })
  await reason.fill('Here')
  await confirm.click()
  await expect(page.getByText('Already canceled')).toBeVisible()
  await expect(page.getByText('No bookings found')).toBeVisible()
})

test('however low the window is, what sticks to the top of a booking covers neither a note nor a link', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost()
  const { origin } = server
  const body = collection('Afterwards', field('single-line', 'Outcome'), field('email', 'Next'))
  const { id } = await ok(origin, 'createCollection', { token, body })
  const customFieldsCollections = [{ id, collectionStage: 'postBooking' }]
  await book(origin, token, { title: 'Tea', customFieldsCollections }, 'Ann One')
  await page.goto('/bookings')
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 420 })
    await opener(card(page, 'Ann One')).click()
    await panel(page).getByLabel('Next').focus()
    await expectFocusSeen(page, 2)
    const address = panel(page).getByRole('link', { name: 'ann@example.com' })
    await address.focus()
    await page.keyboard.press('Tab')
    await address.evaluate(scrollToTop)
    await expectFocusSeen(page, 1)
    await page.keyboard.press('Escape')
    await expect(panel(page)).toBeHidden()
  }
})
