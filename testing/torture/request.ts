import { buildRequest } from '../../contract/api/client.ts'
import type { Answer } from '../../contract/api/endpoints.ts'
import type { Failure } from '../../contract/errors.ts'
import { type RouteName, routes } from '../../contract/api/routes.ts'
import type { Asked } from '../server/test-app.ts'
import type { Outcome } from './history.ts'
import type { Installation } from './installation.ts'
import type { Random } from './random.ts'

const TIMEOUT_MS = 30_000

export interface Reply<Name extends RouteName> {
  outcome: Outcome
  /** The status and the error's code. */
  answer: string
  /** Only of a call that succeeded. */
  data: Answer<Name> | null
}

/** Sends a request to any process that runs. `dropAfterMs`: when the client disconnects. */
export async function send<Name extends RouteName>(
  installation: Installation,
  random: Random,
  name: Name,
  { token, headers, ...parts }: Asked,
  dropAfterMs: number | null = null,
): Promise<Reply<Name>> {
  const { url, ...init } = buildRequest(routes[name], parts, {
    ...(token && { authorization: `Bearer ${token}` }),
    // Limits by address would soon refuse everything.
    'x-forwarded-for': [10, ...Array.from({ length: 3 }, () => random.integer(0, 256))].join('.'),
    ...headers,
  })
  const origin = await runningOrigin(installation, random)
  try {
    const signal = AbortSignal.timeout(dropAfterMs ?? TIMEOUT_MS)
    const response = await fetch(origin + url, { ...init, signal })
    const body = (await response.json()) as { success: true; data: Answer<Name> } | Failure
    const { status } = response
    if (body.success) return { outcome: 'ok', answer: String(status), data: body.data }
    // The booking wasn't tried: its slot couldn't be checked.
    const isRefused = status < 500 || body.code === 'calendar_unreachable'
    return { outcome: isRefused ? 'refused' : 'unknown', answer: `${status} ${body.code}`, data: null }
  } catch (error) {
    const { name: reason, cause } = error as { name: string; cause?: { code?: string } }
    return { outcome: 'unknown', answer: cause?.code ?? reason, data: null }
  }
}

async function runningOrigin({ processes }: Installation, random: Random): Promise<string> {
  for (;;) {
    const running = processes.filter((one) => one !== null)
    if (running.length > 0) return random.pick(running).origin
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
