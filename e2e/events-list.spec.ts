import type { Page } from '@playwright/test'
import { ok } from '../testing/server/api.ts'
import { book } from './support/bookings.ts'
import { MONDAY_AHEAD } from './support/events.ts'
import { goWithin } from './support/go-within.ts'
import { expect, expectAccessible, expectFits, test } from './support/support.ts'

const titles = (page: Page) => page.getByRole('list', { name: 'Events' }).getByRole('heading', { level: 2 })
const card = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })

test('events are found, sorted, and duplicated with their fields, hours and labels', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost()
  const make = (body: Record<string, unknown>) => ok(server.origin, 'createEvent', { token, body })
  const label = await ok(server.origin, 'createLabel', { token, body: { name: 'VIP', color: 'red' } })
  await make({ title: 'Café talk' })
  await make({ title: 'Call 10' })
  const first = await make({
    title: 'Call 2',
    duration: 45,
    labelIds: [label.id],
    customFieldsCollections: [
      { type: 'boomEvent', name: 'About you', fields: [{ type: 'single-line', label: 'Company' }] },
    ],
  })
  await page.goto('/events')
  await expect(titles(page)).toHaveText(['Call 2', 'Call 10', 'Café talk'])
  await page.getByLabel('Sort by').selectOption('Title')
  await expect(titles(page)).toHaveText(['Café talk', 'Call 2', 'Call 10'])
  const search = page.getByLabel('Search events')
  await search.fill('CAFE')
  await expect(titles(page)).toHaveText(['Café talk'])
  await page.reload()
  await expect(titles(page)).toHaveText(['Café talk'])
  await expect(search).toHaveValue('CAFE')
  await search.fill('nothing like it')
  await expect(page.getByText('No events match these filters.')).toBeVisible()
  await search.fill('')

  await card(page, 'Call 2').getByRole('button', { name: 'More for Call 2' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(page.getByLabel('Event title')).toHaveValue('Copy of Call 2')
  await expect(page.getByRole('heading', { name: 'Create Event' })).toBeVisible()
  await page.getByRole('button', { name: 'Create Event' }).click()
  await page.getByRole('dialog', { name: 'Share your event' }).getByRole('button', { name: 'Close' }).click()
  await expect(titles(page)).toHaveText(['Copy of Call 2', 'Call 2', 'Call 10', 'Café talk'])
  const [copy] = await ok(server.origin, 'listEvents', { token })
  const { id, customFieldsCollections, ...rest } = await ok(server.origin, 'getEvent', {
    token,
    params: { id: copy!.id },
  })
  expect(rest).toMatchObject({ duration: 45, labelIds: [label.id], weeklySlots: first.weeklySlots })
  expect(id).not.toBe(first.id)
  expect(customFieldsCollections).toMatchObject([{ name: 'About you', fields: [{ label: 'Company' }] }])
  expect(customFieldsCollections[0]!.id).not.toBe(first.customFieldsCollections[0]!.id)

  // A place of the card without a control opens its event, unless a key asks for another tab.
  const free = { x: 6, y: 100 }
  const isLeftToBrowser = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const opens = (click: MouseEvent) => {
          resolve(!click.defaultPrevented)
          click.preventDefault()
        }
        addEventListener('click', opens, { once: true })
      }),
  )
  await card(page, 'Call 2').click({ position: free, modifiers: ['ControlOrMeta'] })
  expect(await isLeftToBrowser).toBe(true)
  await card(page, 'Call 2').click({ position: free })
  await expect(page).toHaveURL(/\/events\/edit\//)
  await expect(page.getByLabel('Event title')).toHaveValue('Call 2')
  await page.goto(`/events/create?copy=${crypto.randomUUID()}`)
  visitor.expected.push('404')
  await expect(page.getByText('We couldn’t find this event')).toBeVisible()
})

test('deleting an event with bookings asks about them, and the event can be restored', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost()
  const kept = await book(server.origin, token, { title: 'Kept' }, 'Bob Marsh')
  const { event: lost } = await book(server.origin, token, { title: 'Lost' })
  const { bookings } = await book(server.origin, token, { title: 'Over' }, 'Yuki Tanaka', 'Ana Ruiz')
  const statusOf = async (id: string) =>
    (await ok(server.origin, 'getBooking', { params: { id } })).bookingData.status
  await page.goto('/events')
  const dialog = page.getByRole('alertdialog')
  await card(page, 'Kept').getByRole('button', { name: 'Delete' }).click()
  await expect(dialog).toContainText('Its 1 upcoming booking stays in your calendar.')
  await dialog.getByRole('button', { name: 'Keep event' }).click()
  await expect(card(page, 'Kept')).toBeVisible()
  await card(page, 'Kept').getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete event' }).click()
  await expect(card(page, 'Kept')).toBeHidden()
  await expect(page.locator('#main')).toBeFocused()
  await expect(
    page.getByText('Kept. 1 upcoming booking kept. You can restore the event for 24 hours.'),
  ).toBeVisible()
  expect(await statusOf(kept.bookings[0]!)).toBe('confirmed')
  await goWithin(page, '/bookings?event_include_disabled=true')
  await expect(page.getByRole('region', { name: 'Kept' }).getByText('Event Deleted')).toBeVisible()

  await goWithin(page, '/dashboard')
  // The list moves down once the meetings above it are known.
  await expect(page.getByText('Kept with Bob Marsh')).toBeVisible()
  await card(page, 'Over').getByRole('button', { name: 'Delete' }).click()
  await dialog.getByLabel('Cancel these 2 bookings and tell everyone by email').check()
  const remove = dialog.getByRole('button', { name: 'Delete and cancel bookings' })
  await expect(remove).toBeDisabled()
  await dialog.getByLabel('Reason for cancellation').fill('We moved on.')
  await expectAccessible(page)
  await expectFits(page, 360)
  await page.setViewportSize({ width: 1280, height: 800 })
  await remove.click()
  await expect(page.getByText('Over. 2 bookings canceled.')).toBeVisible()
  await expect(dialog).toBeHidden()
  for (const id of bookings) expect(await statusOf(id)).toBe('canceled')

  // The server's answer gets lost.
  await page.route('**/boomEvents/*/cancel', async (route) => {
    await route.fetch()
    await route.abort()
  })
  // It is booked after it was listed.
  await expect(card(page, 'Lost')).toBeVisible()
  await ok(server.origin, 'createBooking', {
    query: { bookingUrlId: lost.bookingUrlId },
    body: { fullName: 'Lin Wei', email: 'lin@example.com', startUTC: `${MONDAY_AHEAD}T15:00:00.000Z` },
  })
  await card(page, 'Lost').getByRole('button', { name: 'Delete' }).click()
  await dialog.getByLabel('Cancel this booking and tell everyone by email').check()
  await dialog.getByLabel('Reason for cancellation').fill('We moved on.')
  visitor.expected.push('ERR_FAILED', '404')
  await remove.click()
  await expect(page.getByText('Failed to delete event.')).toBeVisible()
  await page.unrouteAll()
  await remove.click()
  await expect(page.getByText('Already deleted')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(card(page, 'Lost')).toBeHidden()

  await goWithin(page, '/events')
  await expect(page.getByText('No events found', { exact: true })).toBeVisible()
  await page.getByLabel('Status', { exact: true }).selectOption('Deleted')
  const deleted = page.getByRole('list', { name: 'Deleted events' }).getByRole('article')
  await expect(deleted).toHaveCount(3)
  await expect(card(page, 'Over')).toContainText('You can restore it until')
  await expectAccessible(page)
  await expectFits(page, 360)
  await page.getByRole('button', { name: 'Restore Over' }).click()
  await expect(page.getByText('Event restored')).toBeVisible()
  await expect(deleted).toHaveCount(2)
  await page.getByLabel('Status', { exact: true }).selectOption('All Status')
  await expect(card(page, 'Over')).toContainText('0 bookings')
})

test('filters that are changed before the screen has followed all count', async ({ visitor }) => {
  const { page } = await visitor.openAsHost()
  const filters = page.getByRole('region', { name: 'Filters' })
  for (const { address, names, found } of [
    { address: '/events', names: ['Sort by', 'Status'], found: { sort: 'title', status: 'ended' } },
    {
      address: '/custom-fields',
      names: ['Status', 'Ownership'],
      found: { status: 'active', ownership: 'owned' },
    },
  ]) {
    await page.goto(address)
    for (const name of names) await expect(filters.getByLabel(name, { exact: true })).toBeVisible()
    await filters.locator('select').evaluateAll((selects: HTMLSelectElement[], values) => {
      for (const [index, value] of values.entries()) {
        selects[index]!.value = value
        selects[index]!.dispatchEvent(new Event('change', { bubbles: true }))
      }
    }, Object.values(found))
    await expect.poll(() => Object.fromEntries(new URL(page.url()).searchParams)).toEqual(found)
  }
})
