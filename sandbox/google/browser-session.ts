import type { FastifyReply, FastifyRequest } from 'fastify'
import { normalEmail } from './people.ts'
import type { Sandbox } from './sandbox.ts'

const COOKIE = 'sandbox_google_email'

/** The browser stays signed in, as it does at Google. Nothing but the sandbox's own pages gets the cookie. */
export const staySignedIn = (reply: FastifyReply, sandbox: Sandbox, email: string) =>
  reply.header(
    'set-cookie',
    `${COOKIE}=${encodeURIComponent(email)}; Path=${new URL(sandbox.issuer()).pathname}; HttpOnly; SameSite=Lax`,
  )

/** Who last signed in to the sandbox in this browser. */
export function signedInEmail({ headers }: FastifyRequest): string | undefined {
  const cookies = headers.cookie?.split('; ').map((cookie) => cookie.split('=', 2))
  const value = cookies?.find(([name]) => name === COOKIE)?.[1]
  try {
    return normalEmail(decodeURIComponent(value ?? ''))
  } catch {
    return undefined
  }
}
