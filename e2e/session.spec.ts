import type { Page, Request } from '@playwright/test'
import { buildRequest } from '../contract/api/client.ts'
import { BASE_PATH, routes } from '../contract/api/routes.ts'
import { call } from '../testing/server/api.ts'
import { closeToasts } from './support/close-toasts.ts'
import { allow, expect, expectAccessible, openGoogle, stored, test } from './support/support.ts'

async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
}

const sessionToken = async (page: Page) => (await stored(page))['sessionToken']

test.describe('a restored session', () => {
  test('shows a full-page loader, then the host as the server returns it or as stored, until Retry', async ({
    visitor,
  }) => {
    const { page } = await visitor.openAsHost()
    // A page that doesn't ask who the host is.
    await page.goto('/privacy')
    await page.evaluate(() => {
      const user = JSON.parse(localStorage['user'] as string) as object
      localStorage['user'] = JSON.stringify({ ...user, first_name: 'Old' })
    })
    const held = Promise.withResolvers<void>()
    await page.route('**/auth/user', async (route) => {
      await held.promise
      const response = await route.fetch()
      const { success, data } = (await response.json()) as { success: boolean; data: object }
      await route.fulfill({ response, json: { success, data: { ...data, name: undefined } } })
    })
    await page.goto('/dashboard')
    await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
    held.resolve()
    await expect(page.getByRole('heading', { name: 'Welcome back, Maya' })).toBeVisible()
    // The name, if missing, is made of its parts.
    await page.getByRole('button', { name: 'Account' }).click()
    await expect(page.getByText('Maya Lindqvist')).toBeVisible()

    // The stored user is used, if it is readable, while the server is unreachable.
    visitor.expected.push('ERR_')
    await page.unroute('**/auth/user')
    await page.route('**/auth/user', (route) => route.abort())
    await page.reload()
    const banner = page.getByRole('status').filter({ hasText: 'We can’t reach Boomtime' })
    await expect(banner).toContainText('You are still signed in.')
    await expect(page.getByRole('heading', { name: 'Welcome back, Maya' })).toBeVisible()
    await expectAccessible(page)
    await page.unroute('**/auth/user')
    await banner.getByRole('button', { name: 'Retry' }).click()
    await expect(banner).toBeHidden()

    // Without a readable one, there is nobody to show.
    await page.route('**/auth/user', (route) => route.abort())
    await page.evaluate(() => (localStorage['user'] = '{"id":'))
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('We can’t reach Boomtime')
    expect(await stored(page)).not.toHaveProperty('user')
    await page.unroute('**/auth/user')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { name: 'Welcome back, Maya' })).toBeVisible()
  })

  test("ends if the server can't identify its user", async ({ visitor }) => {
    visitor.expected.push('500')
    const { page } = await visitor.openAsHost()
    await page.route('**/auth/user', (route) =>
      route.fulfill({ status: 500, json: { success: false, error: 'Broken' } }),
    )
    await page.goto('/events')
    await expect(page).toHaveURL(/\/signin$/)
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
    expect(await sessionToken(page)).toBeUndefined()
    // Without a session, an unreadable stored user is discarded, too.
    await page.evaluate(() => {
      localStorage.clear()
      localStorage['user'] = 'null'
    })
    await page.reload()
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
    expect(await stored(page)).toEqual({})
  })
})

test.describe('signing out', () => {
  test('ends the session in the browser and on the server', async ({ visitor, server }) => {
    const { page, token } = await visitor.openAsHost()
    await page.goto('/dashboard')
    await logOut(page)
    await expect(page).toHaveURL(`${server.origin}/`)
    await expect.poll(() => stored(page)).toEqual({})
    await expect
      .poll(() => call(server.origin, 'getUser', { token }))
      .toMatchObject({ status: 403, error: 'Invalid token' })
    // Even the browser's page cache doesn't show it again.
    await page.goBack()
    await expect(page).toHaveURL(/\/signin$/)
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
  })

  test('asks first if the editor has unsaved changes, and then clears everything even if the server is unreachable', async ({
    visitor,
    server,
  }) => {
    visitor.expected.push('ERR_')
    const { page } = await visitor.openAsHost()
    await page.goto('/events')
    await page.getByRole('link', { name: 'New Event', exact: true }).click()
    await page.getByLabel('Event title').fill('Half written')
    await logOut(page)
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(page).toHaveURL(/\/events\/create$/)
    await expect(page.getByLabel('Event title')).toHaveValue('Half written')
    expect(await sessionToken(page)).toBeTruthy()
    await page.goBack()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL(/\/events$/)
    await expect(page.getByRole('heading', { name: 'Manage Your Events' })).toBeVisible()
    expect(await sessionToken(page)).toBeTruthy()
    await page.getByRole('link', { name: 'New Event', exact: true }).click()
    await page.getByLabel('Event title').fill('Half written')
    await page.evaluate(() => {
      for (const key of ['authToken', 'oauthStateToken', 'subscriptionStatus']) localStorage[key] = 'x'
    })
    await page.route('**/auth/logout', (route) => route.abort())
    await logOut(page)
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL(`${server.origin}/`)
    await expect.poll(() => stored(page)).toEqual({})
  })
})

test.describe('a session the server no longer knows', () => {
  async function expectExpired(page: Page) {
    await expect(page.getByText('Session Expired')).toBeVisible()
    await expect(page.getByText('Please sign in again to continue.')).toBeVisible()
    await expect(page).toHaveURL(/\/signin$/)
    expect(await stored(page)).toEqual({})
  }

  /**
   * Its result lets the calls that are on their way finish and holds later ones, except those that create an event or
   * sign out. What that returns lets the rest go on.
   */
  async function callsThatCanBeHeld(page: Page) {
    const onTheirWay = new Set<Request>()
    let held: Promise<void> | undefined
    await page.route(`**${BASE_PATH}/**`, async (route) => {
      const request = route.request()
      const isLet = [routes.createEvent, routes.logout].some(
        ({ method, path }) => request.method() === method && request.url().endsWith(BASE_PATH + path),
      )
      if (!isLet) await held
      onTheirWay.add(request)
      await route.continue()
    })
    for (const end of ['requestfinished', 'requestfailed'] as const) {
      page.on(end as 'requestfinished', (request) => onTheirWay.delete(request))
    }
    return async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      await expect.poll(() => onTheirWay.size).toBe(0)
      return () => {
        resolve()
        return page.unrouteAll({ behavior: 'ignoreErrors' })
      }
    }
  }

  test('ends on start', async ({ visitor }) => {
    visitor.expected.push('403')
    const { page, token, email } = await visitor.openAsHost()
    // A page that makes no calls with the old token.
    await page.goto('/privacy')
    await page.evaluate((wrong) => (localStorage['sessionToken'] = wrong), token.toUpperCase())
    await page.goto('/events?acceptingBookings=true')
    await expectExpired(page)
    await expect(page.getByText('Session Expired')).toHaveCount(1)
    // A reload doesn't take the reason away, before it was read.
    await page.reload()
    await expect(page.getByText('Session Expired')).toBeVisible()
    await closeToasts(page)
    await expect(page.getByText('Session Expired')).toBeHidden()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
    await expect(page.getByText('Session Expired')).toBeHidden()
    await allow(await openGoogle(page), email)
    await expect(page).toHaveURL(/\/events\?acceptingBookings=true$/)
  })

  test('ends in the middle of editing, and the input is there after signing in again', async ({
    visitor,
  }) => {
    visitor.expected.push('403')
    const { page, token, email } = await visitor.openAsHost()
    const holdCalls = await callsThatCanBeHeld(page)
    await page.goto('/events/create')
    await page.getByLabel('Event title').fill('Long thought about')
    // Only the button notices.
    const release = await holdCalls()
    const { url, ...init } = buildRequest(routes.logout, {}, { authorization: `Bearer ${token}` })
    await page.getByRole('button', { name: 'Create Event' }).evaluate(
      async (button: HTMLButtonElement, logout) => {
        await fetch(logout.url, logout.init)
        button.click()
      },
      { url, init },
    )
    await expectExpired(page)
    await release()
    await allow(await openGoogle(page), email)
    await expect(page).toHaveURL(/\/events\/create$/)
    await expect(page.getByLabel('Event title')).toHaveValue('Long thought about')
    await expect(page.getByText('We’ve restored your unsaved changes.')).toBeVisible()
    await page.getByRole('button', { name: 'Create Event' }).click()
    await expect(page.getByRole('dialog', { name: 'Share your event' })).toBeVisible()
  })
})
