import type { Answer, Request } from '../../../contract/endpoints.ts'
import { type ErrorCode, type Failure, messages } from '../../../contract/errors.ts'
import { BASE_PATH, CLIENT_HEADER, type Route, type RouteName, routes } from '../../../contract/routes.ts'
import { readSession } from '../drafts/session-storage.ts'

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
type Received<Name extends RouteName> = (typeof routes)[Name] extends { file: string } ? Blob : Answer<Name>
type Client = { [Name in RouteName]: (...parameters: Parameters<Name>) => Promise<Received<Name>> }

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
  const { method, path, file }: Route = routes[name]
  const token = readSession('sessionToken')
  const headers: Record<string, string> = { [CLIENT_HEADER.name]: CLIENT_HEADER.value }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey
  if (token !== null) headers['authorization'] = `Bearer ${token}`

  const request: RequestInit = {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
    keepalive,
  }
  const response = await received(() => fetch(address(path, params, query), request), signal)
  if (file && response.ok) return received(() => response.blob(), signal)
  const answer = await readJson(response, signal)
  if (response.ok && answer.success === true) return answer.data

  const isUnknown = response.status === 403 && answer.error === messages.invalidToken
  // Without a token there is no session either: somebody has emptied this browser's storage.
  if (isUnknown || response.status === 401) {
    // A late answer to an older session must not end the one that has begun since.
    if (token === readSession('sessionToken')) sessionExpired()
    throw new SessionExpired()
  }
  throw new ApiError(answer.error ?? messages.requestFailed, response.status, answer)
}

function address(path: string, params: Record<string, string>, query: Record<string, string | undefined>) {
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const search = new URLSearchParams(given).toString()
  return `${BASE_PATH}${filled}${search && `?${search}`}`
}

async function received<Part>(
  read: () => Promise<Part>,
  signal: AbortSignal | null | undefined,
): Promise<Part> {
  try {
    return await read()
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(UNREACHABLE, 0)
  }
}

type AnyAnswer = Partial<Omit<Failure, 'success'>> & { success?: boolean; data?: unknown }

/** A proxy may answer with a page of its own: that counts as an answer without a text. One cut off is no answer at all. */
async function readJson(response: Response, signal: AbortSignal | undefined): Promise<AnyAnswer> {
  const text = await received(() => response.text(), signal)
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
