import { MINUTE } from '../../availability/units.ts'
import { buildRequest } from '../../contract/api/client.ts'
import type { Answer } from '../../contract/api/endpoints.ts'
import type { Failure } from '../../contract/errors.ts'
import { type RouteName, routes } from '../../contract/api/routes.ts'
import type { CaughtMail } from '../../sandbox/mail/store.ts'

// What tests ask a running server. It loads none of the server's code, which would take each browser worker two
// seconds.

export type Reply<Name extends RouteName> = { status: number; headers: Headers } & (
  | { success: true; data: Answer<Name> }
  | Failure
)

/** A test request: loosely typed, because tests also send invalid requests. */
export interface Asked {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  token?: string
  headers?: Record<string, string>
}

/** Calls the API like the web app does. */
export async function call<Name extends RouteName>(
  origin: string,
  name: Name,
  request: Asked = {},
): Promise<Reply<Name>> {
  const { token, headers, ...parts } = request
  const { url, ...init } = buildRequest(routes[name], parts, {
    'content-type': 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
    ...headers,
  })
  // A body that is text already is sent as it is: tests try malformed ones.
  const body = typeof parts.body === 'string' ? parts.body : init.body
  const response = await fetch(origin + url, { ...init, body })
  const answer = (await response.json()) as { success: true; data: Answer<Name> } | Failure
  return { status: response.status, headers: response.headers, ...answer }
}

const BUSY_TIMEOUT_MS = MINUTE

/** Calls again while the server is too busy to answer: a 503 has changed nothing. */
export async function callUntilServed<Name extends RouteName>(
  origin: string,
  name: Name,
  request: Asked = {},
): Promise<Reply<Name>> {
  const until = Date.now() + BUSY_TIMEOUT_MS
  for (;;) {
    const reply = await call(origin, name, request)
    if (reply.status !== 503 || Date.now() > until) return reply
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** The data of a successful response, once the server isn't too busy; throws with the server's message otherwise. */
export async function ok<Name extends RouteName>(
  origin: string,
  name: Name,
  request?: Asked,
): Promise<Answer<Name>> {
  const reply = await callUntilServed(origin, name, request)
  if (!reply.success)
    throw new Error(`${name}: ${reply.status} ${reply.error} ${JSON.stringify(reply.fields ?? {})}`)
  return reply.data
}

/** Completes Google's consent page and returns the parameters of its redirect. */
export async function consent(authorizationUrl: string, form: Record<string, string>): Promise<URL> {
  const response = await fetch(authorizationUrl, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  })
  const location = response.headers.get('location')
  if (!location) throw new Error(`No redirect: ${response.status} ${await response.text()}`)
  return new URL(location)
}

export async function signIn(
  origin: string,
  email: string,
  form: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  const { stateToken, authorizationUrl } = await ok(origin, 'getStateToken', { headers })
  const callback = await consent(authorizationUrl, { email, ...form })
  return ok(origin, 'signIn', { body: { code: callback.searchParams.get('code'), stateToken } })
}

/** The calls that the sandbox Google has answered, oldest first. */
export async function googleLog(
  origin: string,
): Promise<{ method: string; status: number; email?: string; sendUpdates?: string }[]> {
  return (await (await fetch(`${origin}/sandbox/google/log`)).json()) as never
}

export async function googleFault(origin: string, fault: Record<string, unknown> | null): Promise<void> {
  const response = await fetch(`${origin}/sandbox/google/faults`, {
    method: fault ? 'POST' : 'DELETE',
    ...(fault && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(fault) }),
  })
  if (!response.ok) throw new Error(`fault: ${response.status} ${await response.text()}`)
}

/** Lets the calls go on that `latency` and `late` faults hold. */
export async function releaseGoogleCalls(origin: string): Promise<void> {
  await fetch(`${origin}/sandbox/google/faults/release`, { method: 'POST' })
}

/** The emails in the sandbox, newest first; with an address, only those to it. */
export async function caughtMail(origin: string, to?: string): Promise<CaughtMail[]> {
  const query = to === undefined ? '' : `?to=${encodeURIComponent(to)}`
  return (await (await fetch(`${origin}/sandbox/mail.json${query}`)).json()) as CaughtMail[]
}

/** Makes the mail server misbehave; null clears the fault. */
export async function mailFault(
  origin: string,
  fault: {
    kind: 'refuse' | 'temporary' | 'hang' | 'slow' | 'lost_response'
    to?: string
    times?: number
  } | null,
): Promise<void> {
  const response = await fetch(`${origin}/sandbox/mail/faults`, {
    method: fault ? 'POST' : 'DELETE',
    ...(fault && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(fault) }),
  })
  if (!response.ok) throw new Error(`fault: ${response.status} ${await response.text()}`)
}
