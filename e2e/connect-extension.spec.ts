import { createHash, randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { extensionClient, extensionRedirectUri, oauthPaths } from '../contract/account/oauth.ts'
import { paths } from '../contract/pages/pages.ts'
import { call } from '../testing/server/api.ts'
import { broken } from './support/bookings.ts'
import { allow, expect, expectAccessible, expectFits, openGoogle, stored, test } from './support/support.ts'

const verifier = randomBytes(32).toString('base64url')

/** The address that the extension opens to be connected. */
const authorizationPage = (origin: string, scope = 'bookings:read private-fields:write') =>
  `${paths.authorize}?${new URLSearchParams({
    response_type: 'code',
    client_id: extensionClient.id,
    redirect_uri: extensionRedirectUri(origin),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'its state',
    scope,
  }).toString()}`

/** What the extension does with the address that its tab arrives at: exchanges the code, and leaves its token. */
async function answerAsExtension(page: Page, origin: string): Promise<string> {
  await page.waitForURL(/\/extension\/connected\?code=/)
  const answer = new URL(page.url()).searchParams
  expect(answer.get('state')).toBe('its state')
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: extensionClient.id,
    redirect_uri: extensionRedirectUri(origin),
    code: answer.get('code')!,
    code_verifier: verifier,
  })
  const response = await fetch(origin + oauthPaths.token, { method: 'POST', body })
  const { access_token: token } = (await response.json()) as { access_token: string }
  await page.evaluate((given) => {
    localStorage.setItem('authToken', given)
    window.dispatchEvent(new StorageEvent('storage', { key: 'authToken' }))
  }, token)
  return token
}

test('a host connects the extension, sees it in settings, and disconnects it', async ({
  visitor,
  server,
}) => {
  visitor.expected.push('403', '500')
  const page = await visitor.open()
  // Someone who isn't signed in gets there after signing in.
  await page.goto(authorizationPage(server.origin))
  await allow(await openGoogle(page), 'maya.extension@example.com')
  await expect(page.getByRole('heading', { name: 'Connect the Boomtime extension?' })).toBeVisible()
  await expect(page.getByText('maya.extension@example.com', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText([
    'See your bookings, with invitees and answers',
    'Fill in your private notes',
  ])
  await expectAccessible(page)
  await expectFits(page, 360)
  await page.route('**/account/authorizations', (route) => route.fulfill(broken))
  await page.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.unroute('**/account/authorizations')
  await page.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByText('Connecting the extension...')).toBeVisible()
  const token = await answerAsExtension(page, server.origin)
  await expect(page.getByRole('heading', { name: 'Extension connected' })).toBeVisible()
  await expect(page).toHaveURL(paths.extensionConnected)
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Extension connected' })).toBeVisible()

  await page.goto(paths.settings)
  const section = page.getByRole('group', { name: 'Browser extension' })
  await expect(section.getByText('Extension connected')).toBeVisible()
  await expect(section.getByRole('listitem')).toHaveCount(1)
  const disconnect = section.getByRole('button', { name: 'Disconnect Unknown browser' })
  await page.route('**/account/tokens/*', (route) => route.fulfill(broken))
  await disconnect.click()
  await expect(page.getByText('Failed to disconnect the extension.')).toBeVisible()
  await page.unroute('**/account/tokens/*')
  await disconnect.click()
  await expect(section.getByText('No browser is connected.')).toBeVisible()
  await expect(section.getByText('Extension connected')).toBeHidden()
  expect((await stored(page))['authToken']).toBeUndefined()
  expect((await call(server.origin, 'getUser', { token })).status).toBe(403)
  // A token that somebody else ended is nothing to be told about as connected.
  await page.evaluate(() => localStorage.setItem('authToken', 'boomtime_ext_ended'))
  await page.goto(paths.extensionConnected)
  await expect(page.getByRole('heading', { name: 'The extension isn’t connected' })).toBeVisible()
})

test('a host who refuses, or follows a broken link, learns that nothing is connected', async ({
  visitor,
  server,
}) => {
  const { page } = await visitor.openAsHost()
  await page.goto(authorizationPage(server.origin))
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/extension\/connected\?error=access_denied&.*state=its\+state/)
  await expect(page.getByRole('heading', { name: 'The extension isn’t connected' })).toBeVisible()
  await expect(page.getByText('You chose not to connect it.')).toBeVisible()
  await page.goto(`${paths.extensionConnected}?error=server_error`)
  await expect(page.getByText('Something went wrong. Start again in the extension.')).toBeVisible()
  await page.goto(authorizationPage(server.origin, 'everything'))
  await expect(page.getByText('This link is incomplete. Start again in the extension.')).toBeVisible()
  await page.goto(`${paths.authorize}?client_id=other`)
  await expect(page.getByText('This link is for an app we don’t recognize.')).toBeVisible()
  await page.getByRole('button', { name: 'Go to Dashboard' }).click()
  await expect(page).toHaveURL(paths.dashboard)
  // An extension that doesn't answer is not waited for forever.
  await page.clock.install()
  await page.goto(`${paths.extensionConnected}?code=x&state=y`)
  await expect(page.getByText('Connecting the extension...')).toBeVisible()
  await page.clock.runFor(10_000)
  await expect(page.getByText('It didn’t respond.')).toBeVisible()
})
