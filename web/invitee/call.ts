import type { Answer, Request } from '../../contract/endpoints.ts'
import type { Failure, Success } from '../../contract/errors.ts'
import { BASE_PATH, CLIENT_HEADER, routes, type RouteName } from '../../contract/routes.ts'

/** The server said no, or could not be asked: then `status` is 0. */
export class CallFailed extends Error {
  readonly status: number
  readonly failure: Failure | null
  /** When it may be tried again, in epoch milliseconds; null where nothing is said of that. */
  readonly until: number | null

  constructor(status: number, failure: Failure | null, until: number | null = null) {
    super(failure?.error ?? 'Request failed')
    this.status = status
    this.failure = failure
    this.until = until
  }
}

/** Makes a call of the contract; no session, no schemas. */
export async function call<Name extends RouteName>(
  name: Name,
  request: Request<Name>,
  options: { headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Answer<Name>> {
  const { method, path } = routes[name]
  const {
    params = {},
    query = {},
    body,
  } = request as {
    params?: Record<string, string>
    query?: Record<string, string>
    body?: unknown
  }
  const address = path.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  const search = new URLSearchParams(query).toString()
  const response = await fetch(`${BASE_PATH}${address}${search && `?${search}`}`, {
    method,
    headers: {
      [CLIENT_HEADER.name]: CLIENT_HEADER.value,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(options.signal && { signal: options.signal }),
  }).catch((error: unknown) => {
    if (options.signal?.aborted) throw error
    throw new CallFailed(0, null)
  })
  const answer = (await response.json().catch(() => null)) as Success<Answer<Name>> | Failure | null
  if (!answer?.success) {
    const seconds = Number(response.headers.get('retry-after'))
    throw new CallFailed(response.status, answer, seconds > 0 ? Date.now() + seconds * 1000 : null)
  }
  return answer.data
}
