import {
  type AnyRequest,
  buildRequest,
  CallFailed,
  readAnswer,
  receive,
} from '../../../contract/api/client.ts'
import type { Answer, Request } from '../../../contract/api/endpoints.ts'
import { messages } from '../../../contract/errors.ts'
import { openRoutes, type Route, type RouteName, routes } from '../../../contract/api/routes.ts'
import { readSession } from './session-storage.ts'

/** Thrown instead of a response when the session has expired, which is already handled. */
export class SessionExpired extends Error {
  override readonly name = 'SessionExpired'
  override readonly message = 'Session expired'
}

/** Whether what was asked for was deleted, or is no longer shared with the host. */
export const isGone = (error: unknown) => error instanceof CallFailed && error.status === 404

/** What the server says about a failure; null if it says nothing. */
export function wordsOf(error: unknown): string | null {
  if (!(error instanceof CallFailed) || error.status === 0) return null
  const { message } = error
  if (message === messages.requestFailed) return null
  return message === messages.notFound ? 'This isn’t available anymore.' : message
}

export const UNREACHABLE = 'We couldn’t reach Boomtime. Check your connection and try again.'

interface Options {
  signal?: AbortSignal
  /** Finishes the call even if the page closes. */
  keepalive?: boolean
  /** Calls with the same key create only one thing. */
  idempotencyKey?: string
}
type Parameters<Name extends RouteName> = [keyof Request<Name>] extends [never]
  ? [request?: Options]
  : [request: Request<Name> & Options]
type Received<Name extends RouteName> = (typeof routes)[Name] extends { file: object } ? Blob : Answer<Name>
type Client = { [Name in RouteName]: (...parameters: Parameters<Name>) => Promise<Received<Name>> }

type AnyCall = AnyRequest & Options

let sessionExpired = () => {}

/** Sets what happens when the server rejects the session token, or there is none anymore. */
export function onSessionExpired(handler: () => void) {
  sessionExpired = handler
}

/** All calls of `contract/api/routes.ts` by name. */
export const api = Object.fromEntries(
  Object.keys(routes).map((name) => [name, (request: AnyCall = {}) => call(name as RouteName, request)]),
  // Trusts the contract's types, because validating responses would ship the schemas to every browser.
) as unknown as Client

async function call(
  name: RouteName,
  { signal, keepalive = false, idempotencyKey, ...request }: AnyCall,
): Promise<unknown> {
  const route: Route = routes[name]
  const token = readSession('sessionToken')
  // The session has just ended, or the browser's storage was cleared.
  if (token === null && !openRoutes.has(name)) {
    sessionExpired()
    throw new SessionExpired()
  }
  const { url, ...init } = buildRequest(route, request, {
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    ...(token !== null && { authorization: `Bearer ${token}` }),
  })
  try {
    const response = await receive(fetch(url, { ...init, signal: signal ?? null, keepalive }))
    return await (route.file && response.ok ? receive(response.blob()) : readAnswer(response))
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    const { status, message } = error
    if (status === 0) throw new CallFailed(0, { error: UNREACHABLE })
    if (status !== 403 || message !== messages.invalidToken) throw error
    // A late response to an old session must not end the new one.
    if (token === readSession('sessionToken')) sessionExpired()
    throw new SessionExpired()
  }
}
