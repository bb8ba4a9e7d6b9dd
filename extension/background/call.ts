import { type AnyRequest, buildRequest, CallFailed, readAnswer, receive } from '../../contract/api/client.ts'
import { routes } from '../../contract/api/routes.ts'
import { type CallName, isWithheld } from '../calls.ts'
import { CONNECTION, type Connection, readConnection } from '../stored.ts'
import { forgetAnswer, forgetAnswers, remember } from './cache.ts'

/** Searches and slots are never shown again from before. */
const cached: ReadonlySet<CallName> = new Set([
  'getBooking',
  'getSettings',
  'listBookings',
  'listEvents',
  'listLabels',
  'listTimezones',
])

const running = new Map<string, Promise<unknown>>()
const TIMEOUT_MS = 30_000
/** Counts the calls that changed something. */
let writes = 0
/** The last call of each kind that changes something. */
const lastWrites = new Map<CallName, Promise<unknown>>()

/**
 * Calls the connected Boomtime. Equal reads at the same time are one request. Changes of a kind follow one another
 * here, because the panel may close before they are saved.
 */
export async function call(name: CallName, request: AnyRequest): Promise<unknown> {
  const connection = await readConnection()
  if (!connection?.token)
    throw new CallFailed(401, { code: 'authentication_required', error: 'Connect again' })
  if (routes[name].method !== 'GET') return write(connection, name, request)
  const key = `${writes} ${connection.origin} ${connection.token} ${name} ${JSON.stringify(request)}`
  let answer = running.get(key)
  if (!answer) {
    answer = read(connection, name, request).finally(() => running.delete(key))
    running.set(key, answer)
  }
  return answer
}

function write(connection: Connection, name: CallName, request: AnyRequest): Promise<unknown> {
  const send = () => fetchAnswer(connection, name, request).finally(() => writes++)
  const change = (lastWrites.get(name) ?? Promise.resolve()).then(send, send)
  lastWrites.set(name, change)
  return change
}

/** Reads again if something was written in the meantime, because the answer may be older. */
async function read(connection: Connection, name: CallName, request: AnyRequest): Promise<unknown> {
  const before = writes
  const answer = await fetchAnswer(connection, name, request)
  if (before !== writes) return read(connection, name, request)
  if (isCached(name, request)) await rememberFor(connection, name, request, answer)
  return answer
}

async function fetchAnswer(connection: Connection, name: CallName, request: AnyRequest): Promise<unknown> {
  const { url, ...init } = buildRequest(routes[name], request, {
    authorization: `Bearer ${connection.token}`,
  })
  try {
    const response = await receive(
      fetch(connection.origin + url, {
        ...init,
        credentials: 'omit',
        redirect: 'error',
        // The next change waits for this one.
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }),
    )
    return await readAnswer(response)
  } catch (error) {
    if (error instanceof CallFailed) {
      if (isTokenRejected(error)) await forgetToken(connection)
      else if (isWithheld(error)) await forgetAnswer(name, request)
    }
    throw error
  }
}

/** The answer may arrive after the host has disconnected. */
async function rememberFor(connection: Connection, name: CallName, request: unknown, answer: unknown) {
  if ((await readConnection())?.token !== connection.token) return
  // The browser may have no room left, and what is remembered would now be older than this answer.
  await remember(name, request, answer, Date.now()).catch(forgetAnswers)
}

const isCached = (name: CallName, { query }: AnyRequest) =>
  cached.has(name) && query?.['booking_q'] === undefined

const isTokenRejected = ({ status, code }: CallFailed) =>
  status === 401 || (status === 403 && code === 'invalid_token')

/** Keeps the address, so that connecting again needs no more than a click. */
async function forgetToken(connection: Connection): Promise<void> {
  const current = await readConnection()
  // The host may have connected again in the meantime.
  if (current?.token !== connection.token) return
  await chrome.storage.local.set({ [CONNECTION]: { ...connection, token: null } satisfies Connection })
  await forgetAnswers()
}
