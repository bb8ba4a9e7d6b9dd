import type { Page } from '@playwright/test'
import { ok, signIn } from '../testing/server/api.ts'
import { broken } from './support/bookings.ts'
import { expect, stored, test } from './support/support.ts'

/** Failures around a screen: connections, other accounts, handwritten URLs. */
const title = (page: Page) => page.getByLabel('Event title')
const create = (page: Page) => page.getByRole('button', { name: 'Create Event' })

test('retries after a lost response create an event only once', async ({ visitor, server }) => {
  visitor.expected.push('ERR_FAILED', 'net::')
  const { page, token } = await visitor.openAsHost()
  // The calendars load only between the two attempts.
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

test('only a request that may have succeeded is repeated with its key', async ({ visitor }) => {
  visitor.expected.push('400', '500')
  const { page } = await visitor.openAsHost()
  const keys: (string | undefined)[] = []
  const statuses = [500, 400]
  await page.route('**/boomEvents', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    keys.push(route.request().headers()['idempotency-key'])
    const status = statuses.shift()
    if (status === undefined) return route.fallback()
    await route.fulfill({
      status,
      json: { success: false, error: 'Not now', code: 'invalid_input', fields: {} },
    })
  })
  await page.goto('/events/create')
  await title(page).fill('Talk')
  for (const error of [1, 2]) {
    await create(page).click()
    await expect(page.getByText('Not now')).toBeVisible()
    expect(keys).toHaveLength(error)
  }
  await create(page).click()
  await expect(page.getByRole('dialog', { name: 'Share your event' })).toBeVisible()
  const [first, second, third] = keys
  expect([second === first, third === first]).toEqual([true, false])
})

test('creating again after a reload while the answer was on its way makes only one', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('ERR_FAILED', 'net::')
  const { page, token } = await visitor.openAsHost()
  page.on('dialog', (dialog) => void dialog.accept())
  const restored = page.getByText('We’ve restored your unsaved changes.')
  const calendars = '**/calendars'
  /** Reloads once the server has created it, but before the page knows. */
  const reloadBeforeAnswer = async (url: string, button: string) => {
    const created = Promise.withResolvers<void>()
    await page.route(url, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fetch()
      // The reload ends this request.
      return created.resolve()
    })
    await page.getByRole('button', { name: button }).click()
    await created.promise
    await page.unroute(calendars)
    await page.reload()
    await page.unroute(url)
    await expect(restored).toBeVisible()
  }
  const titles = async () => (await ok(server.origin, 'listEvents', { token })).map((event) => event.title)

  // The calendars load only after the first attempt.
  await page.route(calendars, (route) => route.abort())
  await page.goto('/events/create')
  await title(page).fill('Talk')
  await reloadBeforeAnswer('**/boomEvents', 'Create Event')
  await expect(page.getByLabel('Calendar', { exact: true })).not.toContainText('load')
  await create(page).click()
  const share = page.getByRole('dialog', { name: 'Share your event' })
  await expect(share).toBeVisible()
  expect(await titles()).toEqual(['Talk'])

  // Another event is another one, even if it is the same.
  await page.goto('/events/create')
  await title(page).fill('Talk')
  await create(page).click()
  await expect(share).toBeVisible()
  expect(await titles()).toEqual(['Talk', 'Talk'])
  await page.goto('/events/create')
  await title(page).fill('Talk')
  await reloadBeforeAnswer('**/boomEvents', 'Create Event')
  await title(page).fill('Other talk')
  await create(page).click()
  await expect(share).toBeVisible()
  expect((await titles()).toSorted()).toEqual(['Other talk', 'Talk', 'Talk', 'Talk'])

  await page.goto('/availability/create')
  await page.getByLabel('Name').first().fill('Office')
  await reloadBeforeAnswer('**/schedules', 'Create schedule')
  await page.getByRole('button', { name: 'Create schedule' }).click()
  await expect(page.getByRole('link', { name: 'Office' })).toHaveCount(1)
  expect(await ok(server.origin, 'listSchedules', { token })).toHaveLength(1)
})

test('signing in in another tab returns this one to where it was, and another person there starts fresh', async ({
  visitor,
  server,
}) => {
  const { page } = await visitor.openAsHost()
  await page.goto('/events?status=ended')
  await expect(page.getByText('No events found')).toBeVisible()
  const session = await stored(page)
  const tab = await page.context().newPage()
  // A page of this site without scripts or an icon.
  visitor.expected.push('404')
  await tab.goto('/robots.txt')
  const store = (entries: Record<string, string>) =>
    tab.evaluate((all) => {
      for (const [name, value] of Object.entries(all)) localStorage.setItem(name, value)
    }, entries)
  await tab.evaluate(() => localStorage.clear())
  await expect(page).toHaveURL(/\/signin$/)
  await store(session)
  await expect(page).toHaveURL(/\/events\?status=ended$/)

  await page.getByRole('link', { name: 'New Event', exact: true }).first().click()
  await title(page).fill('A secret plan')
  const { sessionToken, user } = await signIn(server.origin, 'somebody.else@example.com')
  await store({ user: JSON.stringify(user), sessionToken })
  await expect(title(page)).toHaveValue('')
  await expect(create(page)).toBeEnabled()
})

test('without a connection the app keeps working, including screens never opened before', async ({
  visitor,
}) => {
  visitor.expected.push('ERR_INTERNET_DISCONNECTED', 'Failed to load resource')
  const { page } = await visitor.openAsHost({ loadsAhead: true })
  const editor = page.waitForResponse(/event-editor-screens/)
  await page.goto('/dashboard')
  await (await editor).finished()
  await expect(page.getByText('No events found. Create your first event!')).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'New Event', exact: true }).click()
  await expect(title(page)).toBeVisible()
})

test('a screen that fails to load reports it and leaves the rest of the app alone', async ({ visitor }) => {
  visitor.expected.push(
    'ERR_INTERNET_DISCONNECTED',
    'Failed to load resource',
    'We couldn’t load this part of the app',
  )
  const { page } = await visitor.openAsHost()
  await page.route(/event-editor-screens/, (route) => route.abort())
  await page.goto('/dashboard')
  await expect(page.getByText('No events found. Create your first event!')).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'New Event', exact: true }).click()
  await expect(page.getByText('Check your connection and reload the page.')).toBeVisible()
})

test('without the host’s settings, events and schedules are created with the product’s', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('Failed to load resource')
  const { page, token } = await visitor.openAsHost()
  await page.route('**/account/settings', (route) => route.fulfill(broken))
  await page.goto('/events/create')
  await title(page).fill('Talk')
  await create(page).click()
  await expect(page.getByRole('dialog', { name: 'Share your event' })).toBeVisible()
  await page.goto('/availability/create')
  await page.getByLabel('Name').fill('Office')
  await page.getByRole('button', { name: 'Create schedule' }).click()
  await expect(page.getByText('Schedule saved')).toBeVisible()
  expect(await ok(server.origin, 'listEvents', { token })).toMatchObject([{ title: 'Talk' }])
  expect(await ok(server.origin, 'listSchedules', { token })).toMatchObject([{ name: 'Office' }])
})

test('two failed deletions leave both events in place, and an undo can be retried', async ({
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
  // Fails both the deletions and the reload of the list after them.
  let refused = 0
  await page.route('**/boomEvents*/**', (route) => {
    if (route.request().method() === 'DELETE') refused += 1
    return route.fulfill(failure)
  })
  await page.route('**/boomEvents', (route) => route.fulfill(failure))
  const remove = (name: string) => page.getByRole('article', { name }).getByRole('button', { name: 'Delete' })
  await remove('First').click()
  await remove('Third').click()
  // Each is tried twice. An attempt after the failures would delete the event.
  await expect.poll(() => refused).toBe(4)
  await expect(page.getByText('Failed to delete event.').first()).toBeVisible()
  await expect(cards).toHaveCount(3)
  await page.unrouteAll()

  await remove('Second').click()
  await expect(page.getByRole('region', { name: 'Events' })).toBeFocused()
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
