import type { Page } from '@playwright/test'
import { call, ok } from '../testing/server/api.ts'
import { goWithin } from './support/go-within.ts'
import { holdRequest } from './support/hold-request.ts'
import { expect, expectAccessible, expectFits, test } from './support/support.ts'

const LIST = /\/boomEvents(\?|$)/
const ONE = /\/boomEvents\/[^/]+$/
const card = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })
const failure = { status: 500, json: { success: false, error: 'Broken' } }

function maker(origin: string, token: string) {
  return (title: string, body: Record<string, unknown> = {}) =>
    ok(origin, 'createEvent', { token, body: { title, ...body } })
}

test('without events, the list and the dashboard lead to the first one', async ({ visitor }) => {
  const { page } = await visitor.openAsHost()
  const held = Promise.withResolvers<void>()
  await page.route(LIST, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/events')
  await expect(page.getByRole('status').filter({ hasText: 'Loading events...' })).toBeVisible()
  await expectAccessible(page)
  held.resolve()
  const main = page.getByRole('main')
  await expect(main.getByText('No events found', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await expectFits(page, 360)
  await main.getByRole('link', { name: 'Create Event' }).click()
  await expect(page).toHaveURL(/\/events\/create$/)
  await goWithin(page, '/dashboard')
  await expect(main.getByText('No events found. Create your first event!')).toBeVisible()
  await expect(main.getByText('No recent bookings')).toBeVisible()
  await main.getByRole('link', { name: 'Create Event' }).click()
  await expect(page).toHaveURL(/\/events\/create$/)
})

test("each card shows its event's status, by which the host filters them", async ({ visitor, server }) => {
  const { page, token } = await visitor.openAsHost()
  const make = maker(server.origin, token)
  const long = 'Quarterly'.repeat(10)
  await make('Next decade', { eventStartUtc: '2090-01-01T00:00:00Z', duration: 15 })
  await make(long, { duration: 45, isEnabled: false, description: 'x'.repeat(500) })
  await make('Over', { eventEndUtc: '2020-01-01T00:00:00Z', description: 'It was good.' })
  await make('Over and closed', { eventEndUtc: '2020-01-01T00:00:00Z', isEnabled: false, isArchived: true })
  const titles = page.getByRole('list', { name: 'Events' }).getByRole('heading', { level: 2 })
  const status = page.getByLabel('Status', { exact: true })
  const booking = page.getByLabel('Booking Status')
  const expectLegible = async () => {
    await expectAccessible(page)
    for (const width of [360, 768, 1440]) await expectFits(page, width)
  }
  const archived = page.getByRole('switch', { name: 'Show archived events' })
  await page.goto('/events?includeArchived=true')
  await expect(titles).toHaveText(['Over and closed', 'Over', long, 'Next decade'])
  for (const [title, texts] of [
    ['Next decade', ['Not Yet Started', 'Accepting Bookings', '15 minutes', '0 bookings']],
    [long, ['Running', 'Not Accepting', '45 minutes']],
    ['Over', ['Ended', 'Not Accepting', 'It was good.']],
    ['Over and closed', ['Archived']],
  ] as const) {
    for (const text of texts) await expect(card(page, title).getByText(text, { exact: true })).toBeVisible()
  }
  await expectLegible()
  await archived.click()
  await expect(titles).toHaveText(['Over', long, 'Next decade'])

  await expect(status.getByRole('option')).toHaveText([
    'All Status',
    'Not Yet Started',
    'Active',
    'Ended',
    'Deleted',
  ])
  await expect(booking.getByRole('option')).toHaveText([
    'All Booking Status',
    'Accepting Bookings',
    'Not Accepting Bookings',
  ])
  await status.selectOption('Not Yet Started')
  await expect(titles).toHaveText(['Next decade'])
  await status.selectOption('Active')
  await expect(titles).toHaveText([long])
  await booking.selectOption('Accepting Bookings')
  await expect(page.getByText('No events match these filters.')).toBeVisible()
  await booking.selectOption('Not Accepting Bookings')
  await status.selectOption('Ended')
  await expect(titles).toHaveText(['Over'])
  await archived.click()
  await expect(titles).toHaveText(['Over and closed', 'Over'])
  await page.reload()
  await expect(titles).toHaveText(['Over and closed', 'Over'])
  await expect(status).toHaveValue('ended')
  await card(page, 'Over and closed').getByRole('link', { name: 'Edit' }).click()
  await expect(page).toHaveURL(/\/events\/edit\//)
  await page.goBack()
  await expect(titles).toHaveText(['Over and closed', 'Over'])
  await expect(booking).toHaveValue('false')
  await expect(archived).toBeChecked()

  await goWithin(page, '/dashboard')
  await expect(page.getByRole('term').filter({ hasText: 'Total Events' }).locator('..')).toContainText('3')
  await expect(card(page, 'Next decade')).toContainText('Active')
  await expect(card(page, 'Next decade')).toContainText('No description provided')
  await expect(card(page, long)).toContainText('Paused')
  await expect(card(page, 'Over')).toContainText('Ended')
  await expectLegible()
})

test('a card’s link is copied or opened, its bookings are paused, and it is archived', async ({
  visitor,
  server,
}) => {
  const { page, token } = await visitor.openAsHost({ permissions: ['clipboard-read', 'clipboard-write'] })
  const { bookingUrlId } = await maker(server.origin, token)('Intro call')
  const link = `${server.origin}/book/${bookingUrlId}`
  const button = (name: string) => card(page, 'Intro call').getByRole('button', { name })
  await page.goto('/events')
  await button('Share Link').click()
  await expect(page.getByText('Copied!')).toBeVisible()
  await expect(page.getByText('Booking link copied to clipboard.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await page.evaluate(() => (navigator.clipboard.writeText = () => Promise.reject(new Error('no'))))
  await button('Share Link').click()
  await expect(page.getByText('Copy Failed')).toBeVisible()
  await expect(page.getByText(`Please copy the link manually: ${link}`)).toBeVisible()
  const opens = page.context().waitForEvent('page')
  await card(page, 'Intro call').getByRole('link', { name: 'Open Booking Page' }).click()
  const tab = await opens
  await expect(tab).toHaveURL(link)
  await expect(tab.getByRole('heading', { name: 'Intro call' })).toBeVisible()
  await tab.close()

  const publicStatus = async () =>
    (await call(server.origin, 'getPublicEvent', { params: { bookingUrlId } })).status
  await button('Disable Bookings').click()
  await expect(card(page, 'Intro call')).toContainText('Not Accepting')
  await expect.poll(publicStatus).toBe(403)
  await button('Enable Bookings').click()
  await expect(card(page, 'Intro call')).toContainText('Accepting Bookings')
  await expect.poll(publicStatus).toBe(200)

  await button('Archive').click()
  await expect(page.getByText('Event Archived')).toBeVisible()
  await expect(card(page, 'Intro call')).toBeHidden()
  await expect(page.getByRole('region', { name: 'Events' })).toBeFocused()
  const archived = page.getByRole('switch', { name: 'Show archived events' })
  await archived.click()
  await expect(card(page, 'Intro call')).toContainText('Archived')
  await button('Unarchive').click()
  await expect(page.getByText('Event Unarchived')).toBeVisible()
  await archived.click()
  await expect(card(page, 'Intro call')).toBeVisible()
})

test('a card opens its event from beside its buttons', async ({ visitor, server }) => {
  const { page, token } = await visitor.openAsHost({ viewport: { width: 1280, height: 800 } })
  const { id } = await maker(server.origin, token)('Intro call')
  for (const name of ['Labels of Intro call', 'More for Intro call', 'Archive']) {
    await page.goto('/events')
    const intro = card(page, 'Intro call')
    const button = await intro.getByRole('button', { name }).boundingBox()
    const { x, y } = (await intro.boundingBox())!
    await intro.click({
      position: { x: button!.x + button!.width + 8 - x, y: button!.y + button!.height / 2 - y },
    })
    await expect(page).toHaveURL(`/events/edit/${id}`)
  }
})

test('a deleted event can be restored for ten seconds', async ({ visitor, server }) => {
  const { page, token } = await visitor.openAsHost({ permissions: ['clipboard-read', 'clipboard-write'] })
  const make = maker(server.origin, token)
  const { bookingUrlId } = await make('Intro call')
  await page.clock.install()
  const remove = card(page, 'Intro call').getByRole('button', { name: 'Delete' })
  const undo = page.getByRole('button', { name: 'Undo' })
  const restore = async () => {
    await remove.click()
    await expect(card(page, 'Intro call')).toBeHidden()
    await expect(page.getByText('Event deleted')).toBeVisible()
    await undo.click()
    await expect(card(page, 'Intro call')).toBeVisible()
  }
  await page.goto('/dashboard')
  await restore()
  await card(page, 'Intro call').getByRole('button', { name: 'Share Link' }).click()
  await expect(page.getByText('Booking link copied to clipboard.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${server.origin}/book/${bookingUrlId}`,
  )

  await page.goto('/events')
  await restore()
  const isShownAfter = async (ms: number) => {
    await page.clock.runFor(ms)
    return undo.isVisible()
  }
  // The first message has to disappear, or there are two. From now on, no time passes while this waits.
  await page.clock.pauseAt(Date.now() + 60_000)
  await expect(undo).toBeHidden()
  await remove.click()
  await expect.poll(() => isShownAfter(10)).toBe(true)
  await expect(page.getByRole('region', { name: 'Events' })).toBeFocused()
  await page.clock.runFor(6000)
  await expect(undo).toBeVisible()
  await page.clock.runFor(5000)
  await expect(undo).toBeHidden()
  await page.clock.resume()
  await page.reload()
  await expect(page.getByRole('main').getByText('No events found')).toBeVisible()
})

test("shows the server's error and reverts the change", async ({ visitor, server }) => {
  visitor.expected.push('500')
  const { page, token } = await visitor.openAsHost()
  await maker(server.origin, token)('Intro call')
  await page.route(LIST, (route) => route.fulfill(failure))
  for (const address of ['/dashboard', '/events']) {
    await page.goto(address)
    await expect(page.getByText('Failed to load events.')).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('We couldn’t load your events')
  }
  await expectAccessible(page)
  await page.unroute(LIST)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(card(page, 'Intro call')).toBeVisible()

  await page.route(ONE, (route) => route.fulfill(failure))
  const press = (name: string) => card(page, 'Intro call').getByRole('button', { name }).click()
  await press('Disable Bookings')
  await expect(page.getByText('Failed to update booking status.')).toBeVisible()
  await expect(card(page, 'Intro call')).toContainText('Accepting Bookings')
  await press('Archive')
  await expect(page.getByText('Failed to archive event.')).toBeVisible()
  await press('Delete')
  await expect(page.getByText('Failed to delete event.')).toBeVisible()
  await expect(card(page, 'Intro call')).toBeVisible()
  await page.unroute(ONE)
  // While it's found out whether somebody has booked it.
  const find = await holdRequest(page, ONE, 'GET')
  await press('Delete')
  await expect(card(page, 'Intro call').getByRole('button', { name: 'Delete' })).toBeDisabled()
  find()
  await expect(card(page, 'Intro call')).toBeHidden()
  const undo = page.getByRole('button', { name: 'Undo' })
  // Not before the server has deleted it.
  await expect(undo).toBeVisible()
  await page.route(ONE, (route) => route.fulfill(failure))
  await undo.click()
  await expect(page.getByText('Failed to undo the action. Please try again.')).toBeVisible()
})

test('more than a dozen events are rows that fit on a phone', async ({ visitor, server }) => {
  const { page, token } = await visitor.openAsHost({
    hasTouch: true,
    viewport: { width: 360, height: 740 },
  })
  const make = maker(server.origin, token)
  for (let number = 1; number <= 13; number++) await make(`Event ${number}`)
  await page.goto('/events?sort=oldest&page=9')
  await expect(page.getByRole('article')).toHaveCount(13)
  await expect(page.getByRole('status').filter({ hasText: '13 events' })).toBeVisible()
  await expectFits(page, 360)
  const first = page.getByRole('article').first()
  // The title opens its row from anywhere in it.
  const opens = first.getByRole('link', { name: 'Open Booking Page' })
  for (const control of await first.getByRole('button').or(opens).all()) {
    const box = (await control.boundingBox())!
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)
  }
  await page.getByLabel('Search events').fill('event 13')
  await expect(page.getByRole('article')).toHaveCount(1)
  // What is found starts on its first page.
  await expect(page).toHaveURL(/\?sort=oldest&q=event\+13$|\?q=event\+13&sort=oldest$/)
})
