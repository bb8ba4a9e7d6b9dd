import type { Answer } from './endpoints.ts'
import type { ErrorCode, Failure, Success } from '../errors.ts'
import { BASE_PATH, CLIENT_HEADER, type Route, type RouteName } from './routes.ts'

/** The parts of any call. Query members that are `undefined` are left out. */
export interface AnyRequest {
  params?: Record<string, string>
  query?: Record<string, string | undefined>
  body?: unknown
}

interface HttpRequest {
  url: string
  method: string
  headers: Record<string, string>
  body: string | null
}

interface HttpResponse {
  status: number
  ok: boolean
  headers: { get(name: string): string | null }
  text(): Promise<string>
}

/** The server refused the call, or was unreachable: then `status` is 0 and `code` null. */
export class CallFailed extends Error {
  readonly status: number
  readonly code: ErrorCode | null
  readonly fields: Readonly<Record<string, string>>
  /** When to retry, in epoch milliseconds; null if the server doesn't say. */
  readonly until: number | null

  constructor(status: number, failure: Partial<Failure> | null, until: number | null = null) {
    super(failure?.error ?? 'Request failed')
    this.status = status
    this.code = failure?.code ?? null
    this.fields = failure?.fields ?? {}
    this.until = until
  }
}

/** A call as an HTTP request; `url` is relative to the origin. */
export function buildRequest(
  { method, path }: Route,
  { params = {}, query = {}, body }: AnyRequest,
  headers?: Record<string, string>,
): HttpRequest {
  const search = Object.entries(query).flatMap(([key, value]) =>
    value === undefined ? [] : `${key}=${encodeURIComponent(value)}`,
  )
  return {
    url:
      BASE_PATH +
      path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? '')) +
      (search.length > 0 ? `?${search.join('&')}` : ''),
    method,
    headers: {
      [CLIENT_HEADER.name]: CLIENT_HEADER.value,
      'content-type': 'application/json',
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
  }
}

/** Waits for an answer or a part of one. If it never comes, the call failed, unless the caller aborted it. */
export const receive = <Part>(part: Promise<Part>): Promise<Part> =>
  part.catch((error: Error) => {
    throw error.name === 'AbortError' ? error : new CallFailed(0, null)
  })

/**
 * The data of an answer. It isn't validated, because that would ship the schemas to every browser. Throws `CallFailed`
 * for any other answer, such as a proxy's error page.
 */
export async function readAnswer<Name extends RouteName>(response: HttpResponse): Promise<Answer<Name>> {
  const text = await receive(response.text())
  let answer: Success<Answer<Name>> | Failure | null = null
  try {
    answer = JSON.parse(text) as Success<Answer<Name>> | Failure | null
  } catch {}
  if (response.ok && answer?.success) return answer.data
  const seconds = Number(response.headers.get('retry-after'))
  throw new CallFailed(
    response.status,
    answer as Failure | null,
    seconds > 0 ? Date.now() + seconds * 1000 : null,
  )
}
