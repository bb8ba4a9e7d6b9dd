import net from 'node:net'
import type { FastifyInstance } from 'fastify'
import { isNetwork } from '../adapters/outgoing/address-rules.ts'

/**
 * The proxies whose `X-Forwarded-For` counts: their addresses and ranges, or how many are in front. Each proxy appends
 * the address it was called from, so the header is read from the right; whatever a client sent is at the left.
 */
export type TrustProxy = false | number | string[]

/** As large as private networks get: 10.0.0.0/8 and fc00::/7. Larger ranges contain strangers. */
const MIN_BITS = { ipv4: 8, ipv6: 7 }
/** IPv6 addresses from this one on contain an IPv4 address in their last 32 bits. */
const MAPPED = { first: '::ffff:0:0', bits: 96 }
const mapped = subnet(MAPPED.first, MAPPED.bits)

/** Parses `TRUST_PROXY`; null if it is malformed or trusts strangers. */
export function parseTrustProxy(text: string): TrustProxy | null {
  if (text === 'false') return false
  if (/^[1-9]$/.test(text)) return Number(text)
  const networks = text.trim().split(/\s*,\s*/)
  return networks.every((network) => isNetwork(network) && !hasStrangers(network)) ? networks : null
}

function hasStrangers(network: string): boolean {
  const [address = '', bits] = network.split('/')
  if (bits === undefined) return false
  if (net.isIPv4(address)) return Number(bits) < MIN_BITS.ipv4
  const hasMapped = mapped.check(address, 'ipv6') || subnet(address, Number(bits)).check(MAPPED.first, 'ipv6')
  return Number(bits) < (hasMapped ? MAPPED.bits + MIN_BITS.ipv4 : MIN_BITS.ipv6)
}

function subnet(address: string, bits: number): net.BlockList {
  const list = new net.BlockList()
  list.addSubnet(address, bits, 'ipv6')
  return list
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
