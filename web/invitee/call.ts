import { buildRequest, type CallFailed, readAnswer, receive } from '../../contract/api/client.ts'
import type { Answer, Request } from '../../contract/api/endpoints.ts'
import { inviteeRoutes } from '../../contract/api/routes.ts'

/** Calls the API without a session. */
export async function call<Name extends keyof typeof inviteeRoutes>(
  name: Name,
  request: Request<Name>,
  { headers, signal }: { headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Answer<Name>> {
  const { url, ...init } = buildRequest(inviteeRoutes[name], request, headers)
  return readAnswer<Name>(await receive(fetch(url, { ...init, signal: signal ?? null })))
}

/**
 * Whether the server turned a call down. After any other failure, the call may have succeeded. That includes a rate
 * limit, which stops a retry before the server recognizes it.
 */
export const isRefused = ({ status, code }: CallFailed) => code !== null && status < 500 && status !== 429
