import type { FastifyInstance } from 'fastify'
import { isNetwork } from '../adapters/outgoing/address-rules.ts'

/**
 * The proxies whose `X-Forwarded-For` counts: their addresses and ranges, or how many are in front. Each proxy appends
 * the address it was called from, so the header is read from the right; whatever a client sent is at the left.
 */
export type TrustProxy = false | number | string[]

/** Parses `TRUST_PROXY`; null if it is malformed or trusts every address. */
export function parseTrustProxy(text: string): TrustProxy | null {
  if (text === 'false') return false
  if (/^[1-9]$/.test(text)) return Number(text)
  const networks = text.trim().split(/\s*,\s*/)
  return networks.every(isNetwork) ? networks : null
}

/** Fastify trusts nobody if it gets a number, so the hops are counted here. */
export function asFastifyOption(trusted: TrustProxy) {
  return typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : trusted
}

/** Some proxies add the port, which would make each connection somebody else's. Call it before anything needs the address. */
export function dropForwardedPorts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const forwarded = headers['x-forwarded-for']
    if (typeof forwarded === 'string')
      headers['x-forwarded-for'] = forwarded.split(',').map(withoutPort).join(', ')
  })
}

const withoutPort = (entry: string) =>
  entry.trim().replace(/^(\d+\.\d+\.\d+\.\d+):\d+$|^\[([^\]]*)\](?::\d+)?$/, '$1$2')

/** Warns once about a proxy that isn't trusted: everyone behind it counts as one address, and shares its limits. */
export function warnAboutUntrustedProxy(app: FastifyInstance, trusted: TrustProxy): void {
  let hasWarned = trusted !== false
  app.addHook('onRequest', async (request) => {
    if (hasWarned || request.headers['x-forwarded-for'] === undefined) return
    hasWarned = true
    request.log.warn(
      'X-Forwarded-For is ignored: set TRUST_PROXY, or everyone shares the limits of one address',
    )
  })
}
