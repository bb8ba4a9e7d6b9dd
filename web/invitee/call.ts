import { buildRequest, readAnswer, receive } from '../../contract/api/client.ts'
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
