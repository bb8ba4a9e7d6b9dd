import * as oauth from 'oauth4webapi'
import { extensionClient, extensionRedirectUri } from '../../contract/oauth.ts'
import { product } from '../../contract/product.ts'
import { scopes } from '../../contract/scopes.ts'
import { permissionFor, serverOrigin } from '../server-address.ts'
import { CONNECT_ERROR, CONNECTION, type Connection, readConnection } from '../stored.ts'
import { forgetAnswers } from './cache.ts'

const client: oauth.Client = { client_id: extensionClient.id }
const PENDING = 'pendingConnection'

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
  // Browsers only ask for a permission on the options page, which stays open while they do.
  if (!(await chrome.permissions.contains({ origins: [permissionFor(origin)] })))
    return chrome.runtime.openOptionsPage()
  await chrome.storage.session.remove([CONNECT_ERROR, PENDING])
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

/** Called with the URL of every tab that this extension may see: finishes the connection if the host approved it there. */
export async function followTab(tabId: number, url: string): Promise<void> {
  const { [PENDING]: stored } = await chrome.storage.session.get(PENDING)
  const pending = stored as PendingConnection | undefined
  if (!pending || pending.tabId !== tabId || finishing.has(pending.state)) return
  const answer = new URL(url)
  if (answer.origin + answer.pathname !== extensionRedirectUri(pending.origin)) return
  finishing.add(pending.state)
  await chrome.storage.session.remove(PENDING)
  try {
    const connection = await exchange(pending, answer)
    await chrome.storage.local.set({ [CONNECTION]: connection })
    await forgetAnswers()
    await chrome.scripting.executeScript({ target: { tabId }, func: showToken, args: [connection.token] })
  } catch (error) {
    await chrome.storage.session.set({ [CONNECT_ERROR]: problemText(error) })
  } finally {
    finishing.delete(pending.state)
  }
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

/** Revokes the token if the server can be reached, and forgets everything about it anyway. */
export async function disconnect(): Promise<void> {
  const connection = await readConnection()
  await chrome.storage.local.clear()
  await chrome.storage.session.clear()
  if (!connection) return
  const { origin, token, revocationEndpoint } = connection
  if (token !== null) {
    const server = { issuer: origin, revocation_endpoint: revocationEndpoint }
    await oauth
      .revocationRequest(server, client, oauth.None(), token, httpOptions(origin))
      .catch(() => undefined)
  }
  // The permissions of the test build can't be given back.
  await chrome.permissions.remove({ origins: [permissionFor(origin)] }).catch(() => undefined)
}
