import type { Page } from '@playwright/test'
import { call } from '../testing/server/api.ts'
import { closeToasts } from './support/close-toasts.ts'
import { allow, expect, expectAccessible, expectFits, openGoogle, stored, test } from './support/support.ts'

const continueButton = (page: Page) => page.getByRole('button', { name: 'Continue with Google' })

/** A toast gives the general error, the text next to the button gives the reason, and the button is enabled again. */
async function expectFailure(page: Page, reason: string | RegExp) {
  await expect(page.getByText('Sign In Failed')).toBeVisible()
  await expect(page.getByText('There was an error signing you in. Please try again.')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText(reason)
  await expect(continueButton(page)).toBeEnabled()
  await expect(page).toHaveURL(/\/signin$/)
  expect(await stored(page)).not.toHaveProperty('sessionToken')
}

test('the screen explains sign-in, which uses a popup and is followed in other tabs', async ({
  visitor,
  server,
}) => {
  const page = await visitor.open({ viewport: { width: 1440, height: 900 } })
  await page.goto('/signin')
  await expect(page).toHaveTitle('Sign In · Boomtime')
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  await expect(page.getByText('Connect your Google account to access your calendar')).toBeVisible()
  await expect(page.getByText('Signing in with Google creates an account if none exists yet.')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Pricing' })).toHaveAttribute(
    'href',
    '/pricing',
  )
  const picture = page.getByText('Never double-booked.')
  await expect(picture).toBeVisible()
  await expectAccessible(page)
  await expectFits(page, 768)
  await expect(picture).toBeHidden()
  await expectFits(page, 320)

  const popup = await openGoogle(page)
  expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([500, 600])
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible()
  expect((await stored(page))['oauthStateToken']).toBeTruthy()
  await allow(popup, 'ada@example.com', 'Ada Lovelace')
  await expect(page.getByText('Success!')).toBeVisible()
  await expect(page.getByText("You've been signed in successfully.")).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { name: 'Welcome back, Ada' })).toBeVisible()
  await expect.poll(() => popup.isClosed()).toBe(true)
  const { sessionToken, user, loginMethod, ...rest } = await stored(page)
  const known = await call(server.origin, 'getUser', { token: sessionToken! })
  expect(known).toMatchObject({ data: { email: 'ada@example.com' } })
  expect(JSON.parse(user!)).toMatchObject({ email: 'ada@example.com', name: 'Ada Lovelace' })
  expect(loginMethod).toBe('google')
  expect(rest).toEqual({})

  const other = await page.context().newPage()
  await other.goto('/help')
  await expect(other.getByText('We reply within 24 hours.')).toBeVisible()
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(other).toHaveURL(/\/signin$/)
  await page.goto('/signin')
  await allow(await openGoogle(page), 'ada@example.com')
  await expect(other).toHaveURL(/\/help$/)
})

test('sign-in finishes in the popup if its link to the page is cut, or the page was reloaded or closed', async ({
  visitor,
}) => {
  const page = await visitor.open()
  const context = page.context()
  const signOut = () => page.evaluate(() => localStorage.clear())
  await test.step('Google’s page cuts the link', async () => {
    const SIGN_IN = '**/sandbox/google/o/oauth2/v2/auth*'
    await context.route(SIGN_IN, async (route) => {
      if (route.request().method() !== 'GET') return route.continue()
      const response = await route.fetch()
      const headers = { ...response.headers(), 'cross-origin-opener-policy': 'same-origin' }
      return route.fulfill({ response, headers })
    })
    await page.goto('/signin')
    const popup = await openGoogle(page)
    await expect.poll(() => popup.evaluate(() => window.opener)).toBeNull()
    await allow(popup, 'cut.off@example.com', 'Cut Off')
    await expect(page.getByRole('heading', { name: 'Welcome back, Cut' })).toBeVisible()
    await expect.poll(() => popup.isClosed()).toBe(true)
    await context.unroute(SIGN_IN)
    await signOut()
  })
  await test.step('the page was reloaded', async () => {
    await page.goto('/signin')
    const popup = await openGoogle(page)
    await page.reload()
    await allow(popup, 'in.a.hurry@example.com', 'In A Hurry')
    await expect(page.getByRole('heading', { name: 'Welcome back, In' })).toBeVisible()
    await expect.poll(() => popup.isClosed()).toBe(true)
    await signOut()
  })
  await test.step('the page was closed', async () => {
    const next = await context.newPage()
    await page.goto('/signin')
    const popup = await openGoogle(page)
    await page.close()
    await allow(popup, 'left.alone@example.com', 'Left Alone')
    await next.goto('/signin')
    await expect(next.getByRole('heading', { name: 'Welcome back, Left' })).toBeVisible()
  })
})

test('a signed-out visitor reaches the page that they asked for after signing in', async ({ visitor }) => {
  const page = await visitor.open()
  for (const address of ['/settings', '/profile', '/help', '/faq?from=here#time-zones']) {
    await page.goto(address)
    await expect(page).toHaveURL(/\/signin$/)
  }
  await allow(await openGoogle(page), 'grace@example.com', 'Grace Hopper')
  await expect(page).toHaveURL(/\/faq\?from=here#time-zones$/)
  await expect(page.locator('#time-zones')).toHaveAttribute('open')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

test('without the calendar boxes the host sees what to check, and Connect fixes it', async ({ visitor }) => {
  const page = await visitor.open()
  await page.goto('/signin')
  const popup = await openGoogle(page)
  for (const box of await popup.getByRole('checkbox').all()) await box.uncheck()
  await allow(popup, 'careful@example.com', 'Careful Person')
  const banner = page.getByRole('status').filter({ hasText: 'Your Google Calendar isn’t connected' })
  await expect(banner).toContainText('check both calendar boxes')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/events')
  await expect(banner).toBeVisible()
  await expectFits(page, 360)
  await allow(await openGoogle(page, 'Connect'), 'careful@example.com')
  await expect(page.getByText('Calendar connected')).toBeVisible()
  await expect(banner).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Manage Your Events' })).toBeVisible()
  await expect(banner).toBeHidden()
})

test('a blocked popup is reported, and sign-in works without one', async ({ visitor }) => {
  const page = await visitor.open()
  await page.addInitScript(() => (window.open = () => null))
  await page.goto('/signin')
  await continueButton(page).click()
  await expectFailure(page, 'Popup blocked. Please allow popups for this site.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue without a popup' }).click()
  await allow(page, 'no.popup@example.com', 'No Popup')
  await expect(page.getByRole('heading', { name: 'Welcome back, No' })).toBeVisible()
  expect(await stored(page)).not.toHaveProperty('oauthStateToken')
})

test('where the browser blocks cookies and site data, the app says so', async ({ visitor }) => {
  visitor.expected.push('Access is denied', '404')
  const page = await visitor.open()
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    }),
  )
  for (const address of ['/signin', '/nothing']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Cookies are blocked' })).toBeVisible()
    await expectFits(page, 320)
  }
})

test('a failed sign-in says why, and the next one works by keyboard alone', async ({ visitor }) => {
  const page = await visitor.open()
  await page.goto('/signin')

  await test.step('messages count only from its own origin', async () => {
    const popup = await openGoogle(page)
    const send = (origin: string) =>
      page.evaluate((from) => {
        const data = { type: 'OAUTH_ERROR', error: '' }
        window.dispatchEvent(new MessageEvent('message', { origin: from, data }))
      }, origin)
    await send('https://elsewhere.example')
    await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible()
    await expect(page.getByRole('alert')).toBeHidden()
    await send(new URL(page.url()).origin)
    await expectFailure(page, 'OAuth failed')
    await popup.close()
    await closeToasts(page)
  })
  await test.step('a closed popup', async () => {
    await (await openGoogle(page)).close()
    await expectFailure(page, 'Authentication canceled')
    await closeToasts(page)
  })
  await test.step('a refusal', async () => {
    const popup = await openGoogle(page)
    await popup.getByRole('button', { name: 'Deny' }).click()
    await expectFailure(page, /You canceled the Google sign-in/)
    await expect.poll(() => popup.isClosed()).toBe(true)
    await closeToasts(page)
  })
  await test.step('a missing state token', async () => {
    const popup = await openGoogle(page)
    await page.evaluate(() => localStorage.removeItem('oauthStateToken'))
    await allow(popup, 'ada@example.com')
    await expectFailure(page, 'Missing OAuth State Token')
    await closeToasts(page)
  })
  await test.step('an answer without a session', async () => {
    await page.route('**/auth/google/oauth2Callback', (route) =>
      route.fulfill({ json: { success: true, data: { sessionToken: 'x' } } }),
    )
    await allow(await openGoogle(page), 'ada@example.com')
    await expectFailure(page, 'Invalid response from server')
    await page.unroute('**/auth/google/oauth2Callback')
  })

  await continueButton(page).focus()
  const popupOpens = page.waitForEvent('popup')
  await page.keyboard.press('Enter')
  const popup = await popupOpens
  await expect(popup.getByLabel('Email')).toBeFocused()
  await popup.keyboard.type('keys@example.com')
  await popup.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)
  expect(Object.keys(await stored(page)).toSorted()).toEqual(['loginMethod', 'sessionToken', 'user'])
})

test('the page Google redirects to posts the result to its opener and closes after a second and a half', async ({
  visitor,
}) => {
  const page = await visitor.open()
  await page.goto('/signin')
  // Both times are the popup's own, because a message may arrive late.
  await page.evaluate(() => {
    const post = window.postMessage.bind(window)
    window.postMessage = (...message: unknown[]) => {
      document.documentElement.dataset['posted'] = String(Date.now())
      post(...(message as Parameters<typeof post>))
    }
  })
  await page.context().addInitScript(() => {
    const close = window.close.bind(window)
    window.close = () => {
      const { dataset } = (window.opener as Window).document.documentElement
      dataset['openMs'] = String(Date.now() - Number(dataset['posted']))
      close()
    }
  })
  const popupOpens = page.waitForEvent('popup')
  const message = page.evaluate(
    () =>
      new Promise((resolve) => {
        window.addEventListener('message', ({ data }) => resolve(data))
        window.open('/auth/callback?code=0123&state=456')
      }),
  )
  const popup = await popupOpens
  const closes = popup.waitForEvent('close')
  expect(await message).toEqual({ type: 'OAUTH_SUCCESS', code: '0123' })
  await expect(popup.getByRole('heading', { name: 'Almost there' })).toBeVisible()
  await closes
  const openMs = await page.locator('html').getAttribute('data-open-ms')
  expect(Number(openMs)).toBeGreaterThan(1490)
})

test('without an opener, the page Google redirects to leads to sign-in, and signed-in hosts home', async ({
  visitor,
}) => {
  const { page } = await visitor.openAsHost()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  // Nothing here started this sign-in.
  await page.goto('/auth/callback?code=0123&state=456')
  await expect(page.getByRole('heading', { name: 'This sign-in window has expired' })).toBeVisible()
  await expectAccessible(page)
  // The session isn't needed here, and the popup would close while still requesting it.
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([])
  const held = Promise.withResolvers<void>()
  await page.route('**/auth/user', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('link', { name: 'Go to sign-in' }).click()
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
  await expect(continueButton(page)).toBeHidden()
  held.resolve()
  await expect(page).toHaveURL(/\/dashboard$/)
})
