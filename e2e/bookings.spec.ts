import fs from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { call, ok } from '../testing/test-app.ts'
import { allow, expect, expectAccessible, expectFits, openGoogle, test } from './support.ts'

const LIST = /\/boomEventsBookings\?/
const PRIVATE = '**/postBookingFields'
const failure = { status: 500, json: { success: false, error: 'Broken' } }

const field = (type: string, label: string, options?: string[]) => ({ type, label, options })
const collection = (name: string, ...fields: object[]) => ({ name, fields })

/** An event of the host, and bookings of it by these people, the first one first. */
async function book(origin: string, token: string, body: Record<string, unknown>, ...people: string[]) {
  const event = await ok(origin, 'createEvent', { token, body })
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
  const slots = await ok(origin, 'listSlots', {
    params: { id: event.id },
    query: { dateFrom: day(2), dateTo: day(30), timezone: 'UTC' },
  })
  const asked = event.customFieldsCollections.map(({ id, fields }) => ({
    id,
    fields: fields.map((one) => ({ id: one.id, value: one.options.slice(0, 2) })),
  }))
  const bookings: string[] = []
  for (const [index, fullName] of people.entries()) {
    const { id } = await ok(origin, 'createBooking', {
      query: { bookingUrlId: event.bookingUrlId },
      body: {
        fullName,
        email: `${fullName.split(' ')[0]}@example.com`.toLowerCase(),
        startUTC: slots[index * 3]!.startUtc,
        customFieldsCollections: asked,
      },
    })
    bookings.push(id)
  }
  return { event, bookings }
}

const cards = (page: Page) => page.getByRole('main').getByRole('article')
const card = (page: Page, who: string) => cards(page).filter({ hasText: who })
const opener = (of: Locator) => of.getByRole('heading').getByRole('button')
const panel = (page: Page) => page.getByRole('region', { name: 'Booking details' })
const showing = (page: Page, text: string) => expect(page.getByText(`Showing ${text} bookings`)).toBeVisible()
const search = (page: Page) => new URL(page.url()).searchParams.toString()

test('bookings are filtered, sorted, grouped and paged, all of it in the address', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost()
  const { origin } = server
  visitor.expected.push('500 (Internal Server Error)')
  const people = [
    'Ann One',
    'Anna Two',
    'Bob Three',
    'Cleo Four',
    'Dan Five',
    'Eva Six',
    'Finn Seven',
    'Gus Eight',
  ]
  const tea = await book(origin, token, { title: 'Tea', description: 'With milk.' }, ...people)
  const cake = await book(
    origin,
    token,
    { title: 'Cake', duration: 60 },
    'Hal Nine',
    'Ida Ten',
    'Jo Eleven',
    'Kim Twelve',
  )
  await ok(origin, 'updateEvent', { token, params: { id: cake.event.id }, body: { isEnabled: false } })
  await ok(origin, 'cancelBooking', {
    token,
    params: { id: tea.bookings[7]! },
    body: { cancellationReason: 'Out of milk' },
  })

  await page.goto('/bookings?order_by=email&booking_ids=x&page=9')
  await showing(page, '1-11 of 11')
  await expect(page.getByRole('region', { name: 'Tea', exact: true }).getByRole('article')).toHaveCount(7)
  await expect(
    page.getByRole('region', { name: 'Cake', exact: true }).getByText('Event Inactive'),
  ).toHaveCount(4)
  await expect(card(page, 'Gus Eight')).toHaveCount(0)
  for (const text of [
    'Confirmed',
    'With milk.',
    'ann@example.com',
    '30 minutes',
    'Asia/Kathmandu (GMT+5:45)',
  ])
    await expect(card(page, 'Ann One').getByText(text, { exact: true })).toBeVisible()
  await expect(card(page, 'Ann One').getByRole('link', { name: 'Event Tea' })).toHaveAttribute(
    'href',
    `/events/edit/${tea.event.id}`,
  )

  await page.getByLabel('Per Page').selectOption('10')
  await showing(page, '1-10 of 11')
  await page.getByRole('button', { name: 'Next' }).click()
  await showing(page, '11-11 of 11')
  expect(search(page)).toBe('items_per_page=10&page=2')
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
  await page.goBack()
  await showing(page, '1-10 of 11')
  await page.goForward()
  await showing(page, '11-11 of 11')

  // Every letter stays, the page before stays in sight, and a late answer is nobody's.
  const box = page.getByLabel('Search Bookings')
  const held = Promise.withResolvers<void>()
  await page.route(/booking_q=an&/, async (route) => {
    await held.promise
    await route.continue().catch(() => null)
  })
  const asked = page.waitForRequest(/booking_q=an&/)
  await box.pressSequentially('an')
  await asked
  expect(search(page)).toBe('booking_q=an&items_per_page=10')
  await expect(page.locator('[aria-busy="true"]').getByRole('article')).toHaveCount(1)
  await box.pressSequentially('na')
  await showing(page, '1-1 of 1')
  held.resolve()
  await expect(card(page, 'Anna Two')).toBeVisible()
  await expect(box).toHaveValue('anna')
  await page.goBack()
  await expect(box).toHaveValue('')
  await showing(page, '1-10 of 11')
  await page.goForward()
  await expect(box).toHaveValue('anna')
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(box).toHaveValue('')
  await showing(page, '1-11 of 11')
  expect(search(page)).toBe('')

  await page.getByRole('switch', { name: 'Group by Event' }).click()
  await expect(page.getByRole('heading', { name: /^Tea, /, level: 2 })).toHaveCount(7)
  await page.getByLabel('Sort By').selectOption('Date booked')
  await expect(cards(page).first()).toContainText('Ann One')
  await page.getByRole('button', { name: 'Ascending' }).click()
  await expect(cards(page).first()).toContainText('Kim Twelve')
  expect(search(page)).toBe('order_by=-created_at&group_by_event=false')
  await page.getByRole('button', { name: 'Reset' }).click()

  const filters = page.getByRole('region', { name: 'Filters' })
  await expect(filters).toBeHidden()
  await page.getByRole('button', { name: 'Filters' }).click()
  await filters.getByLabel('Booking Status').selectOption('Canceled')
  await showing(page, '1-1 of 1')
  await expect(card(page, 'Gus Eight')).toContainText('Canceled on')
  await expect(card(page, 'Gus Eight')).toContainText('Out of milk')
  await expect(card(page, 'Gus Eight').getByRole('button', { name: /^Cancel/ })).toHaveCount(0)
  await filters.getByLabel('Booking Status').selectOption('Confirmed and canceled')
  await filters.getByLabel('Attendees').fill('gus, hal')
  await showing(page, '1-2 of 2')
  await filters.getByRole('checkbox', { name: 'Cake' }).check()
  await showing(page, '1-1 of 1')
  await filters.getByLabel('Min Duration').fill('61')
  await expect(page.getByText('No bookings found')).toBeVisible()
  await expect(page.getByText('Try adjusting your search or filters')).toBeVisible()
  await expect(page.getByText('Nobody has booked you yet')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Filters' })).toContainText('4')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Reset' }).click()
  await filters.getByRole('switch', { name: 'Include Disabled Events' }).click()
  await showing(page, '1-7 of 7')
  await filters.getByRole('checkbox', { name: 'Running' }).uncheck()
  await filters.getByRole('checkbox', { name: 'Ended' }).uncheck()
  await expect(filters.getByRole('checkbox', { name: 'Not Yet Started' })).toBeDisabled()
  await expect(page.getByText('No bookings found')).toBeVisible()
  await page.getByRole('button', { name: 'Reset' }).click()

  // Days are the host's.
  await ok(origin, 'updateSettings', { token, body: { timezone: 'America/New_York' } })
  await page.reload()
  await page.getByRole('button', { name: 'Filters' }).click()
  const days = page.waitForRequest(/meeting_before/)
  await filters.getByLabel('Meeting Before', { exact: true }).fill('2027-03-14')
  expect(new URL((await days).url()).searchParams.get('meeting_before')).toBe('2027-03-15T03:59:59.999Z')
  await expect(card(page, 'Ann One')).toContainText('America/New York (GMT-5)')
  await page.getByRole('button', { name: 'Upcoming' }).click()
  await expect(page).toHaveURL(/meeting_after=20\d\d-\d\d-\d\d/)
  await expect(page.getByRole('button', { name: 'Upcoming' })).toHaveAttribute('aria-pressed', 'true')
  await showing(page, '1-11 of 11')

  const saves = page.waitForEvent('download')
  await page.getByLabel('Search Bookings').fill('bob')
  await showing(page, '1-1 of 1')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await saves
  expect(file.suggestedFilename()).toMatch(/^bookings-20\d\d-\d\d-\d\d\.csv$/)
  const text = await fs.readFile(await file.path(), 'utf8')
  expect(text).toContain('Bob Three')
  expect(text).not.toContain('Ann One')
  await page.route('**/export.csv*', (route) => route.fulfill(failure))
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(page.getByText('Failed to export the bookings.')).toBeVisible()

  await page.route(LIST, (route) => route.fulfill(failure))
  await page.goto('/bookings')
  await expect(page.getByText('Your bookings are not here')).toBeVisible()
  await page.unroute(LIST)
  await page.getByRole('button', { name: 'Try again' }).click()
  await showing(page, '1-11 of 11')
})

test('a booking is opened by keyboard, its private fields filled in, printed and canceled', async ({
  visitor,
  server,
}) => {
  const { page, token, email } = await visitor.openAsHost({ viewport: { width: 1280, height: 800 } })
  const { origin } = server
  visitor.expected.push('500 (Internal Server Error)', '403 (Forbidden)', '409 (Conflict)', 'net::ERR_FAILED')
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
  )
  const [ann, bob] = bookings as [string, string]
  const outcomeOf = async (id: string) => {
    const { bookingData } = await ok(origin, 'getBooking', { token, params: { id } })
    return bookingData.customFieldsCollections.find(({ name }) => name === 'Afterwards')!.fields[0]!.value
  }

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
    'Room 5',
    'In person',
    'Milk, Sugar',
  ])
    await expect(panel(page).getByText(text, { exact: true }).first()).toBeVisible()
  await expect(panel(page).getByRole('definition').filter({ hasText: '[Not Filled]' })).toHaveCount(1)
  expect(page.url()).not.toContain(ann)

  // The width is the host's, and this device remembers it.
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
  expect(Number(await handle.getAttribute('aria-valuenow'))).toBeGreaterThan(43)

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

  // What could not be saved is still there after another booking was looked at, and can be saved then.
  await page.route(PRIVATE, (route) => route.fulfill(failure))
  await opener(card(page, 'Bob Two')).click()
  await panel(page).getByLabel('Next').fill('bob@')
  await outcome.fill('Wants cake')
  await expect(panel(page).getByText('Please enter a valid email address')).toBeVisible()
  await expect(state).toContainText('Not saved.')
  await opener(card(page, 'Ann One')).click()
  await expect(outcome).toHaveValue('She likes milk')
  await expect(page.getByText('Those of the booking of Bob Two.')).toBeVisible()
  await opener(card(page, 'Bob Two')).click()
  await expect(outcome).toHaveValue('Wants cake')
  await expect(panel(page).getByLabel('Next')).toHaveValue('bob@')
  await expectAccessible(page)
  await page.unroute(PRIVATE)
  await state.getByRole('button', { name: 'Retry' }).click()
  await expect(state).toContainText('Some are not saved yet')
  await panel(page).getByLabel('Next').fill('bob@example.com')
  await expect(state).toHaveText('Saved')
  expect(await outcomeOf(bob)).toBe('Wants cake')

  await page.evaluate(() => (window.print = () => (document.title = 'Printed')))
  await panel(page).getByRole('button', { name: 'Print' }).click()
  await expect(page).toHaveTitle('Printed')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('main')).toBeHidden()
  const paper = page.locator('.print-sheet')
  for (const text of ['bob@example.com', 'Room 5', 'Milk, Sugar', 'Wants cake', bob])
    await expect(paper.getByText(text, { exact: true }).first()).toBeVisible()
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light')
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })

  // A session that ends takes nothing along.
  await page.route(PRIVATE, (route) =>
    route.fulfill({ status: 403, json: { success: false, error: 'Invalid token' } }),
  )
  await outcome.fill('Wants more cake')
  await expect(page).toHaveURL(/\/signin$/)
  await page.unroute(PRIVATE)
  await allow(await openGoogle(page), email)
  await expect(page).toHaveURL(/\/bookings$/)
  await expect.poll(() => outcomeOf(bob)).toBe('Wants more cake')
  await opener(card(page, 'Bob Two')).click()

  // Canceling.
  const dialog = page.getByRole('alertdialog', { name: 'Cancel Booking' })
  const reason = dialog.getByLabel('Reason for cancellation')
  const confirm = dialog.getByRole('button', { name: 'Cancel Booking' })
  let sent = 0
  // The answer to the first try is lost on its way.
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
  await confirm.click()
  await expect(page.getByText('Failed to cancel the booking. Please try again.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep Booking' }).click()
  await card(page, 'Bob Two')
    .getByRole('button', { name: /^Cancel/ })
    .click()
  await expect(reason).toHaveValue('Out of milk')
  await confirm.dblclick()
  await expect(page.getByText('The booking has been canceled and invitees have been notified.')).toBeVisible()
  await expect(card(page, 'Bob Two')).toHaveCount(0)
  await expect(panel(page)).toContainText('Out of milk')
  await expect(panel(page).getByRole('button', { name: 'Cancel This Booking' })).toHaveCount(0)
  expect(sent).toBe(2)
  await expect(page.getByRole('group', { name: 'Bookings' })).toBeFocused()

  await card(page, 'Ann One')
    .getByRole('button', { name: /^Cancel/ })
    .click()
  await expect(reason).toHaveValue('')
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

test('on a small screen details cover the list; the dashboard counts what is booked', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost({ viewport: { width: 360, height: 740 }, hasTouch: true })
  const title = 'Quarterly-architecture-and-roadmap-review-'.repeat(5).slice(0, 200)
  const { bookings } = await book(server.origin, token, { title }, 'N'.repeat(200))
  await page.route(LIST, async (route) => {
    const answer = await route.fetch()
    const json = (await answer.json()) as { data: { bookings: object[] } }
    json.data.bookings = json.data.bookings.map((one) => ({
      ...one,
      calendarEntryRemovedAt: '2027-01-04T15:00:00.000Z',
    }))
    await route.fulfill({ response: answer, json })
  })
  await page.goto('/bookings')
  await expect(cards(page)).toHaveCount(1)
  await expect(cards(page)).toContainText(
    'Removed from your calendar on Monday, January 4, 2027, 8:45 PM; the booking',
  )
  await page.getByRole('button', { name: 'Filters' }).tap()
  await expectFits(page, 360)
  // The title opens its card wherever that is touched.
  for (const button of await page.locator('main button:not([data-opens]):visible').all())
    expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  const sheet = page.getByRole('dialog', { name: 'Booking details' })
  await opener(cards(page)).tap()
  await expect(sheet.getByText(bookings[0]!)).toBeVisible()
  await expectFits(page, 360)
  await expectAccessible(page)
  expect(page.url()).not.toContain(bookings[0]!)
  await page.goBack()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(/\/bookings$/)
  await opener(cards(page)).tap()
  await sheet.getByRole('button', { name: 'Close details' }).tap()
  await expect(sheet).toBeHidden()
  // Closed, it is no step of the way back.
  await page.goForward()
  await expect(sheet).toBeVisible()
  await page.goBack()
  await expect(sheet).toBeHidden()
  await opener(cards(page)).tap()
  await expect(sheet.getByText(bookings[0]!)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(/\/bookings$/)
  await expect(opener(cards(page))).toBeFocused()

  await page.route('**/dashboard?*', async (route) => {
    const answer = await route.fetch()
    const json = (await answer.json()) as { data: object }
    json.data = { ...json.data, bookingsThisWeek: 4, minutesThisWeek: 210 }
    await route.fulfill({ response: answer, json })
  })
  await page.goto('/dashboard')
  const figure = (name: string) => page.getByRole('term').filter({ hasText: name }).locator('..')
  await expect(figure("This Week's Bookings")).toContainText('4')
  await expect(figure('Hours Scheduled')).toContainText('3.5')
  await expect(page.getByRole('article', { name: title })).toContainText('1 booking')
  await expectFits(page, 360)
  await page.getByRole('group', { name: 'Recent Bookings' }).getByRole('link', { name: /^NNN/ }).tap()
  await expect(page).toHaveURL(/\/bookings$/)
  await expect(sheet.getByText(bookings[0]!)).toBeVisible()
})
