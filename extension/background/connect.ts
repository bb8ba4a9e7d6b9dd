import * as oauth from 'oauth4webapi'
import { extensionClient, extensionRedirectUri } from '../../contract/account/oauth.ts'
import { product } from '../../contract/product.ts'
import { scopes } from '../../contract/scopes.ts'
import { permissionFor, serverOrigin } from '../server-address.ts'
import { CONNECT_ERROR, CONNECTION, type Connection, readConnection } from '../stored.ts'
import { forgetAnswers } from './cache.ts'

const client: oauth.Client = { client_id: extensionClient.id }
const PENDING = 'pendingConnection'
/** Browsers stop this script after half a minute. */
const REVOCATION_TIMEOUT_MS = 10_000

/** An authorization that the host has to approve, stored because the browser may stop this script in the meantime. */
interface PendingConnection {
  origin: string
  server: oauth.AuthorizationServer
  state: string
  verifier: string
  tabId: number
}

/** `serverOrigin` allows plain HTTP only for this computer. */
const httpOptions = (origin: string) => ({ [oauth.allowInsecureRequests]: origin.startsWith('http:') })

/** Opens a tab where the host approves the connection. */
export async function connect(origin: string): Promise<void> {
  if (serverOrigin(origin) !== origin) throw new Error('This isn’t the address of a server.')
  try {
    await askForApproval(origin)
  } catch (error) {
    await returnPermission(origin)
    throw error
  }
}

async function askForApproval(origin: string): Promise<void> {
  // Browsers only ask for a permission on the options page, which stays open while they do.
  if (!(await chrome.permissions.contains({ origins: [permissionFor(origin)] })))
    return chrome.runtime.openOptionsPage()
  const abandoned = await readPending()
  await chrome.storage.session.remove([CONNECT_ERROR, PENDING])
  if (abandoned && !isSameHost(abandoned.origin, origin)) await returnPermission(abandoned.origin)
  const server = await discover(origin)
  const [state, verifier] = [oauth.generateRandomState(), oauth.generateRandomCodeVerifier()]
  const url = new URL(server.authorization_endpoint!)
  const parameters = {
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: extensionRedirectUri(origin),
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    scope: scopes.join(' '),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  // The tab stays blank until its id is stored, so that the answer can't come too early.
  const { id: tabId = chrome.tabs.TAB_ID_NONE } = await chrome.tabs.create({ url: 'about:blank' })
  const pending: PendingConnection = { origin, server, state, verifier, tabId }
  await chrome.storage.session.set({ [PENDING]: pending })
  await chrome.tabs.update(tabId, { url: url.href })
}

async function discover(origin: string): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(origin)
  let server: oauth.AuthorizationServer
  try {
    const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...httpOptions(origin) })
    server = await oauth.processDiscoveryResponse(issuer, response)
  } catch (error) {
    throw new Error(`We couldn’t find ${product.name} at ${origin}. Check the address and try again.`, {
      cause: error,
    })
  }
  const endpoints = [server.authorization_endpoint, server.token_endpoint, server.revocation_endpoint]
  const isComplete = endpoints.every(
    (endpoint) => endpoint !== undefined && new URL(endpoint).origin === origin,
  )
  if (!isComplete || !server.code_challenge_methods_supported?.includes('S256'))
    throw new Error(`The server at ${origin} can’t connect extensions. It may need an update.`)
  return server
}

/** States whose answer is being processed, because a tab can report the same URL twice. */
const finishing = new Set<string>()

/**
 * Called with the URL of every tab that this extension may see: finishes the connection if the host approved it there.
 */
export async function followTab(tabId: number, url: string): Promise<void> {
  const pending = await readPending()
  if (!pending || pending.tabId !== tabId || finishing.has(pending.state)) return
  const answer = new URL(url)
  if (answer.origin + answer.pathname !== extensionRedirectUri(pending.origin)) return
  finishing.add(pending.state)
  await chrome.storage.session.remove(PENDING)
  try {
    const connection = await exchange(pending, answer)
    const earlier = await readConnection()
    await chrome.storage.local.set({ [CONNECTION]: connection })
    await forgetAnswers()
    await Promise.all([
      chrome.scripting.executeScript({ target: { tabId }, func: showToken, args: [connection.token] }),
      earlier && end(earlier),
    ])
  } catch (error) {
    await chrome.storage.session.set({ [CONNECT_ERROR]: problemText(error) })
    await returnPermission(pending.origin)
  } finally {
    finishing.delete(pending.state)
  }
}

async function readPending(): Promise<PendingConnection | undefined> {
  const { [PENDING]: pending } = await chrome.storage.session.get(PENDING)
  return pending as PendingConnection | undefined
}

async function exchange(
  { origin, server, state, verifier }: PendingConnection,
  answer: URL,
): Promise<Connection & { token: string }> {
  const parameters = oauth.validateAuthResponse(
    { ...server, authorization_response_iss_parameter_supported: true },
    client,
    answer,
    state,
  )
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    parameters,
    extensionRedirectUri(origin),
    verifier,
    httpOptions(origin),
  )
  const { access_token: token } = await oauth.processAuthorizationCodeResponse(server, client, response)
  return { origin, token, revocationEndpoint: server.revocation_endpoint! }
}

/** Runs in the tab, whose page then shows that the extension is connected. */
function showToken(token: string) {
  window.localStorage.setItem('authToken', token)
  window.dispatchEvent(new StorageEvent('storage', { key: 'authToken' }))
}

const problemText = (error: unknown) =>
  error instanceof oauth.AuthorizationResponseError && error.error === 'access_denied'
    ? 'You didn’t approve the connection, so nothing was connected.'
    : 'We couldn’t finish connecting. Try again.'

/** Forgets everything, and resolves with whether the server knows that the token is revoked. */
export async function disconnect(): Promise<{ isRevoked: boolean }> {
  const [connection, pending] = await Promise.all([readConnection(), readPending()])
  await chrome.storage.local.clear()
  await chrome.storage.session.clear()
  if (pending) await returnPermission(pending.origin)
  return { isRevoked: connection === null || (await end(connection)) }
}

/**
 * Revokes the token of a connection that is no longer stored, and returns the permission. False if the token may still
 * work.
 */
async function end({ origin, token, revocationEndpoint }: Connection): Promise<boolean> {
  const isRevoked = token === null || (await revoke(origin, token, revocationEndpoint))
  await returnPermission(origin)
  return isRevoked
}

async function revoke(origin: string, token: string, endpoint: string): Promise<boolean> {
  const server = { issuer: origin, revocation_endpoint: endpoint }
  try {
    const options = { ...httpOptions(origin), signal: AbortSignal.timeout(REVOCATION_TIMEOUT_MS) }
    const response = await oauth.revocationRequest(server, client, oauth.None(), token, options)
    await oauth.processRevocationResponse(response)
    return true
  } catch {
    return false
  }
}

/** Returns the permission to call a server, unless the connected one is on the same host. */
async function returnPermission(origin: string): Promise<void> {
  const connection = await readConnection()
  if (connection && isSameHost(connection.origin, origin)) return
  // The permissions of the test build can't be given back.
  await chrome.permissions.remove({ origins: [permissionFor(origin)] }).catch(() => undefined)
}

/** Permissions have no port. */
const isSameHost = (one: string, other: string) => permissionFor(one) === permissionFor(other)
