import { buildRequest, readAnswer, receive } from '../../contract/client.ts'
import type { Answer, Request } from '../../contract/endpoints.ts'
import type { RouteName } from '../../contract/routes.ts'

/** Makes a call of the contract, without a session. */
export async function call<Name extends RouteName>(
  name: Name,
  request: Request<Name>,
  { headers, signal }: { headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Answer<Name>> {
  const { url, ...init } = buildRequest(name, request, headers)
  return readAnswer<Name>(await receive(fetch(url, { ...init, signal: signal ?? null })))
}
