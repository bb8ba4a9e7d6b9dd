import fs from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { ok } from '../testing/server/api.ts'
import { book, broken, card, cards, LIST, opener } from './support/bookings.ts'
import { expect, expectAccessible, test } from './support/support.ts'

const showing = (page: Page, text: string) => expect(page.getByText(`Showing ${text} bookings`)).toBeVisible()
const search = (page: Page) => new URL(page.url()).searchParams.toString()

test('bookings are filtered, sorted, grouped and paged through the URL', async ({ visitor, server }) => {
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

  await ok(origin, 'updateSettings', { token, body: { timezone: 'America/New_York' } })
  await page.route(LIST, (route) => route.fulfill(broken))
  await page.goto('/bookings?order_by=email&booking_ids=x&page=9')
  await expect(page.getByText('We couldn’t load your bookings')).toBeVisible()
  await page.unroute(LIST)
  await page.getByRole('button', { name: 'Try again' }).click()
  await showing(page, '1-11 of 11')
  await expect(page.getByRole('region', { name: 'Tea', exact: true }).getByRole('article')).toHaveCount(7)
  await expect(
    page.getByRole('region', { name: 'Cake', exact: true }).getByText('Event Inactive'),
  ).toHaveCount(4)
  await expect(card(page, 'Gus Eight')).toHaveCount(0)
  for (const text of ['Confirmed', 'With milk.', 'ann@example.com', '30 minutes'])
    await expect(card(page, 'Ann One').getByText(text, { exact: true })).toBeVisible()
  await expect(card(page, 'Ann One')).toContainText(/America\/New York \(GMT-[45]\)/)
  await expect(card(page, 'Ann One').getByRole('link', { name: 'Event Tea' })).toHaveAttribute(
    'href',
    `/events/edit/${tea.event.id}`,
  )

  await page.getByLabel('Per page').selectOption('10')
  await showing(page, '1-10 of 11')
  await page.getByRole('button', { name: 'Next' }).click()
  await showing(page, '11-11 of 11')
  expect(search(page)).toBe('items_per_page=10&page=2')
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
  await page.goBack()
  await showing(page, '1-10 of 11')
  await page.goForward()
  await showing(page, '11-11 of 11')
  // It says so before it has loaded, too.
  await expect(cards(page)).toHaveCount(1)

  // Every letter is kept, the previous page stays visible, and outdated responses are ignored.
  const box = page.getByLabel('Search bookings')
  const held = Promise.withResolvers<void>()
  await page.route(/booking_q=an?&/, async (route) => {
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
  await expect(page.getByRole('heading', { name: /^Tea, /, level: 3 })).toHaveCount(7)
  await page.getByLabel('Sort by').selectOption('Date booked')
  await expect(cards(page).first()).toContainText('Ann One')
  await page.getByRole('button', { name: 'Ascending' }).click()
  await expect(cards(page).first()).toContainText('Kim Twelve')
  expect(search(page)).toBe('order_by=-created_at&group_by_event=false')
  await page.getByRole('button', { name: 'Reset' }).click()

  const filters = page.getByRole('region', { name: 'Filters' })
  await expect(filters).toBeHidden()
  await page.getByRole('button', { name: 'Filters' }).click()
  await filters.getByLabel('Booking status').selectOption('Canceled')
  await showing(page, '1-1 of 1')
  await expect(card(page, 'Gus Eight')).toContainText('Canceled on')
  await expectAccessible(page)
  await expect(card(page, 'Gus Eight')).toContainText('Out of milk')
  await expect(card(page, 'Gus Eight').getByRole('button', { name: /^Cancel/ })).toHaveCount(0)
  await filters.getByLabel('Booking status').selectOption('Confirmed and canceled')
  await filters.getByLabel('Attendees').fill('gus, hal')
  await showing(page, '1-2 of 2')
  await filters.getByRole('checkbox', { name: 'Cake' }).check()
  await showing(page, '1-1 of 1')
  await filters.getByLabel('Min duration').fill('61')
  await expect(page.getByText('No bookings found')).toBeVisible()
  await expect(page.getByText('Try adjusting your search or filters')).toBeVisible()
  await expect(page.getByText('No bookings yet')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Filters' })).toContainText('4')
  await page.getByRole('button', { name: 'Reset' }).click()
  await filters.getByRole('switch', { name: 'Include disabled events' }).click()
  await showing(page, '1-7 of 7')
  await filters.getByRole('checkbox', { name: 'Running' }).uncheck()
  await filters.getByRole('checkbox', { name: 'Ended' }).uncheck()
  await expect(filters.getByRole('checkbox', { name: 'Not Yet Started' })).toBeDisabled()
  await expect(page.getByText('No bookings found')).toBeVisible()
  await page.getByRole('button', { name: 'Reset' }).click()

  // Days are in the host's time zone, also one on which clocks change.
  const days = page.waitForRequest(/meeting_before/)
  await filters.getByLabel('Meeting before', { exact: true }).fill('2099-03-08')
  expect(new URL((await days).url()).searchParams.get('meeting_before')).toBe('2099-03-09T03:59:59.999Z')
  const tab = (name: string) => page.getByRole('radio', { name, exact: true })
  await expect(page.getByRole('button', { name: /^Remove Meeting before/ })).toBeVisible()
  await page.getByRole('button', { name: /^Remove Meeting before/ }).click()
  await expect(tab('Upcoming')).toBeChecked()
  await tab('Past').check()
  await expect(page).toHaveURL(/when=past/)
  await expect(page.getByText('No bookings found')).toBeVisible()
  await tab('Canceled').check()
  await expect(page).toHaveURL(/\/bookings\?booking_status=canceled$/)
  await expect(card(page, 'Gus Eight')).toContainText('Out of milk')
  await tab('Upcoming').check()
  await showing(page, '1-11 of 11')

  // The keys act on the focused booking, but not while typing.
  await expect(tab('Upcoming')).toBeFocused()
  await page.keyboard.press('j')
  await expect(opener(cards(page).nth(0))).toBeFocused()
  await page.keyboard.press('j')
  await expect(opener(cards(page).nth(1))).toBeFocused()
  await page.keyboard.press('k')
  await expect(opener(cards(page).nth(0))).toBeFocused()
  const opens = page.waitForEvent('popup')
  await page.keyboard.press('e')
  const form = await opens
  await expect(form).toHaveURL(/\/update\//)
  await form.close()
  await page.keyboard.press('c')
  const dialog = page.getByRole('alertdialog', { name: 'Cancel Booking' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep Booking' }).click()
  await expect(dialog).toBeHidden()
  await page.getByLabel('Search bookings').pressSequentially('c')
  await expect(dialog).toBeHidden()

  // What a search doesn't find isn't open beside it.
  await opener(cards(page).first()).click()
  const details = page.getByRole('region', { name: 'Booking details' })
  await expect(details).toBeVisible()
  await page.getByLabel('Search bookings').fill('nobody has this name')
  await expect(page.getByText('No bookings found')).toBeVisible()
  await expect(details).toBeHidden()
  await expect(page.getByText('Showing')).toBeHidden()
  // Nor does it open empty in a drawer.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.setViewportSize({ width: 768, height: 1024 })
  const direction = page.getByRole('button', { name: 'sort' })
  const { width, height } = (await direction.boundingBox())!
  await direction.click({ trial: true, position: { x: width - 4, y: height / 2 } })
  await page.setViewportSize({ width: 1280, height: 720 })

  const saves = page.waitForEvent('download')
  await page.getByLabel('Search bookings').fill('bob')
  await showing(page, '1-1 of 1')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await saves
  expect(file.suggestedFilename()).toMatch(/^bookings-20\d\d-\d\d-\d\d\.csv$/)
  const text = await fs.readFile(await file.path(), 'utf8')
  expect(text).toContain('Bob Three')
  expect(text).toContain('"America/New_York"')
  expect(text).not.toContain('Ann One')
  await page.route('**/export.csv*', (route) => route.fulfill(broken))
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(page.getByText('Failed to export bookings.')).toBeVisible()
})
