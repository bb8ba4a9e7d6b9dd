import type { Page } from '@playwright/test'
import { ok } from '../testing/test-app.ts'
import { allow, expect, openGoogle, stored, test } from './support.ts'

/** What goes wrong around a screen: connections, other accounts, addresses made by hand. */
const title = (page: Page) => page.getByLabel('Event title')
const create = (page: Page) => page.getByRole('button', { name: 'Create Event' })

test('an event is made once, however often a lost answer is asked for again', async ({ visitor, server }) => {
  visitor.expected.push('ERR_FAILED', 'net::')
  const { page, token } = await visitor.openAsHost()
  // The calendars are known no earlier than between the two tries.
  const failed = Promise.withResolvers<void>()
  await page.route('**/calendars', async (route) => {
    await failed.promise
    await route.fallback()
  })
  await page.goto('/events/create')
  await title(page).fill('Talk')
  await page.route('**/boomEvents', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    return route.abort()
  })
  await create(page).click()
  await expect(page.getByText('Failed to save event. Please try again.')).toBeVisible()
  await page.unroute('**/boomEvents')
  failed.resolve()
  await expect(page.getByLabel('Calendar')).not.toContainText('Loading')
  await create(page).click()
  await expect(page.getByRole('dialog', { name: 'Share your event' })).toBeVisible()
  expect((await ok(server.origin, 'listEvents', { token })).map((event) => event.title)).toEqual(['Talk'])
})

test('another account starts afresh: nobody saves what somebody else has typed', async ({ visitor }) => {
  const { page } = await visitor.openAsHost()
  await page.goto('/events/create')
  await title(page).fill('A secret plan')
  const other = await visitor.openAsHost()
  await other.page.goto('/dashboard')
  const session = await stored(other.page)
  // As another tab of this browser would, by signing in as somebody else.
  const tab = await page.context().newPage()
  // A page of this site that does nothing by itself; it has no icon either.
  visitor.expected.push('404')
  await tab.goto('/robots.txt')
  await tab.evaluate((entries) => {
    for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value)
  }, session)
  await expect(title(page)).toHaveValue('')
  await expect(create(page)).toBeEnabled()
})

test('a sign-in in another tab brings this one back to where it was', async ({ visitor }) => {
  const { page } = await visitor.openAsHost()
  await page.goto('/events?status=ended')
  await expect(page.getByText('No events found')).toBeVisible()
  const session = await stored(page)
  const tab = await page.context().newPage()
  visitor.expected.push('404')
  await tab.goto('/robots.txt')
  await tab.evaluate(() => localStorage.clear())
  await expect(page).toHaveURL(/\/signin$/)
  await tab.evaluate((entries) => {
    for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value)
  }, session)
  await expect(page).toHaveURL(/\/events\?status=ended$/)
})

test('a token that is gone from this browser leads to sign-in, and back with everything typed', async ({
  visitor,
}) => {
  visitor.expected.push('401')
  const { page, email } = await visitor.openAsHost()
  await page.goto('/events/create')
  await title(page).fill('Talk')
  await page.evaluate(() => localStorage.removeItem('sessionToken'))
  await create(page).click()
  await expect(page.getByText('Session Expired')).toBeVisible()
  await allow(await openGoogle(page), email)
  await expect(page).toHaveURL(/\/events\/create$/)
  await expect(title(page)).toHaveValue('Talk')
  await expect(page.getByText('Session Expired')).toBeHidden()
})

test('filters that do not exist are no filters', async ({ visitor, server }) => {
  const { page, token } = await visitor.openAsHost()
  await ok(server.origin, 'createEvent', { token, body: { title: 'Talk' } })
  await page.goto('/events?status=bogus&includeArchived=yes&acceptingBookings=1')
  await expect(page.getByRole('article', { name: 'Talk' })).toBeVisible()
})

test('without a connection the app stays: a screen that was never opened is there', async ({ visitor }) => {
  visitor.expected.push('ERR_INTERNET_DISCONNECTED', 'Failed to load resource')
  const { page } = await visitor.openAsHost()
  const editor = page.waitForResponse(/event-editor-screens/)
  await page.goto('/dashboard')
  await editor
  await expect(page.getByText('No events found. Create your first event!')).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'New Event', exact: true }).click()
  await expect(title(page)).toBeVisible()
})

test('a screen that could not be loaded says so, and leaves the app as it is', async ({ visitor }) => {
  visitor.expected.push('ERR_INTERNET_DISCONNECTED', 'Failed to load resource', 'could not be loaded')
  const { page } = await visitor.openAsHost()
  await page.route(/event-editor-screens/, (route) => route.abort())
  await page.goto('/dashboard')
  await expect(page.getByText('No events found. Create your first event!')).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'New Event', exact: true }).click()
  await expect(page.getByText('Check your connection and reload the page.')).toBeVisible()
})

test('two deletions that fail leave both events where they were, and an undo can be tried again', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('500')
  const { page, token } = await visitor.openAsHost()
  for (const name of ['First', 'Second', 'Third']) {
    await ok(server.origin, 'createEvent', { token, body: { title: name } })
  }
  const failure = { status: 500, json: { success: false, error: 'Broken' } }
  await page.goto('/events')
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(3)
  // Neither the deletions nor what would mend the list afterwards.
  await page.route('**/boomEvents*/**', (route) => route.fulfill(failure))
  await page.route('**/boomEvents', (route) => route.fulfill(failure))
  const remove = (name: string) => page.getByRole('article', { name }).getByRole('button', { name: 'Delete' })
  await remove('First').click()
  await remove('Third').click()
  await expect(page.getByText('Failed to delete event.').first()).toBeVisible()
  await expect(cards).toHaveCount(3)
  await page.unrouteAll()

  await remove('Second').click()
  await expect(page.getByRole('list', { name: 'Events' })).toBeFocused()
  await expect(cards).toHaveCount(2)
  await page.route('**/boomEvents/*', (route) =>
    route.request().method() === 'PUT' ? route.fulfill(failure) : route.fallback(),
  )
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Failed to undo the action. Please try again.')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(cards).toHaveCount(3)
})
