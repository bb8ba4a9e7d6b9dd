import type { Answer, Request } from '../contract/endpoints.ts'
import { type ErrorCode, type Failure, messages } from '../contract/errors.ts'
import { BASE_PATH, CLIENT_HEADER, type RouteName, routes } from '../contract/routes.ts'
import { readSession } from './session-storage.ts'

/** A failed call. `message` is fit for people; `status` is 0 where no answer came at all. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: ErrorCode | null
  readonly fields: Readonly<Record<string, string>>

  constructor(message: string, status: number, failure?: Pick<AnyAnswer, 'code' | 'fields'>) {
    super(message)
    this.status = status
    this.code = failure?.code ?? null
    this.fields = failure?.fields ?? {}
  }
}

/** Thrown in place of the answer when the session has ended; what follows from that has been seen to already. */
export class SessionExpired extends Error {
  override readonly name = 'SessionExpired'
  override readonly message = 'Session expired'
}

export const UNREACHABLE = 'Boomtime could not be reached. Check your internet connection and try again.'

interface Options {
  signal?: AbortSignal
  /** The call is made even if the page is left meanwhile. */
  keepalive?: boolean
  /** Asked again with the same key, a call makes what it makes once. */
  idempotencyKey?: string
}
type Parameters<Name extends RouteName> = [keyof Request<Name>] extends [never]
  ? [request?: Options]
  : [request: Request<Name> & Options]
type Client = { [Name in RouteName]: (...parameters: Parameters<Name>) => Promise<Answer<Name>> }

interface AnyRequest extends Options {
  params?: Record<string, string>
  query?: Record<string, string | undefined>
  body?: object
}

let sessionExpired = () => {}

/** Hands over what to do when the server no longer knows the session token. */
export function onSessionExpired(handler: () => void) {
  sessionExpired = handler
}

/** Every call of `contract/routes.ts` by its name. */
export const api = Object.fromEntries(
  Object.keys(routes).map((name) => [name, (request: AnyRequest = {}) => call(name as RouteName, request)]),
  // The types of the contract are taken at its word: checking answers here would ship its schemas to every browser.
) as unknown as Client

async function call(
  name: RouteName,
  { params = {}, query = {}, body, signal, keepalive = false, idempotencyKey }: AnyRequest,
): Promise<unknown> {
  const { method, path } = routes[name]
  const { token, headers } = credentials()
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey

  const response = await send(address(path, params, query), {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
    keepalive,
  })
  const answer = await readJson(response, signal)
  if (response.ok && answer.success === true) return answer.data
  throw refusal(response, answer, token)
}

/** A file that the server makes. Fetched rather than opened, since a link cannot carry the session. */
export async function download(path: string, query: Record<string, string | undefined>): Promise<Blob> {
  const { token, headers } = credentials()
  const response = await send(address(path, {}, query), { headers })
  if (!response.ok) throw refusal(response, await readJson(response, undefined), token)
  try {
    return await response.blob()
  } catch {
    throw new ApiError(UNREACHABLE, 0)
  }
}

function credentials() {
  const token = readSession('sessionToken')
  const headers: Record<string, string> = { [CLIENT_HEADER.name]: CLIENT_HEADER.value }
  if (token !== null) headers['authorization'] = `Bearer ${token}`
  return { token, headers }
}

function refusal(response: Response, answer: AnyAnswer, token: string | null): Error {
  const isUnknown = response.status === 403 && answer.error === messages.invalidToken
  // Without a token there is no session either: somebody has emptied this browser's storage.
  if (isUnknown || response.status === 401) {
    // A late answer to an older session must not end the one that has begun since.
    if (token === readSession('sessionToken')) sessionExpired()
    return new SessionExpired()
  }
  return new ApiError(answer.error ?? messages.requestFailed, response.status, answer)
}

function address(path: string, params: Record<string, string>, query: Record<string, string | undefined>) {
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const search = new URLSearchParams(given).toString()
  return `${BASE_PATH}${filled}${search && `?${search}`}`
}

async function send(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request)
  } catch (error) {
    if (request.signal?.aborted) throw error
    throw new ApiError(UNREACHABLE, 0)
  }
}

type AnyAnswer = Partial<Omit<Failure, 'success'>> & { success?: boolean; data?: unknown }

/** A proxy may answer with a page of its own: that counts as an answer without a text. One cut off is no answer at all. */
async function readJson(response: Response, signal: AbortSignal | undefined): Promise<AnyAnswer> {
  let text
  try {
    text = await response.text()
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(UNREACHABLE, 0)
  }
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
