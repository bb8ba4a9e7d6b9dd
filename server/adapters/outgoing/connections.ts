import type dns from 'node:dns'
import net from 'node:net'
import { Agent, buildConnector, type Dispatcher } from 'undici'
import { CalendarError, type CalendarErrorReason } from '../calendar-provider.ts'
import type { AddressRules } from './address-rules.ts'

/** The form of `dns.lookup` that resolves all addresses of a name. */
export type Lookup = (
  hostname: string,
  options: dns.LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: dns.LookupAddress[]) => void,
) => void

const MAX_HEADER_BYTES = 32_768

export interface Connections {
  /** Throws if the URL's protocol isn't accepted at all. */
  forUrl(url: URL): Dispatcher
}

/**
 * Connections to allowed addresses. What a name resolves to is checked when a connection uses it, so a name that
 * changes its address in between gains nothing.
 */
export function createConnections(rules: AddressRules, lookup: Lookup): Connections {
  const https = createAgent(rules, rules.isAllowed, 'private_address', lookup)
  const http = createAgent(rules, rules.isAllowedPrivate, 'insecure', lookup)
  return {
    forUrl({ protocol }) {
      if (protocol === 'https:') return https
      if (protocol === 'http:') return http
      throw refusal('insecure')
    },
  }
}

type Refused = 'private_address' | 'insecure' | 'unknown_server'

/** `refused`: why it connects to no other addresses than those that `accepts` is true for. */
function createAgent(
  { isAllowed }: AddressRules,
  accepts: (address: string) => boolean,
  refused: Refused,
  lookup: Lookup,
): Agent {
  const connect = buildConnector({
    lookup: (hostname, options, callback) =>
      lookup(hostname, { ...options, all: true }, (error, addresses) => {
        // Nobody learns here which names a private network has.
        if (error?.code === 'ENOTFOUND') callback(refusal('unknown_server', 'unreachable'), '', 0)
        else if (error) callback(error, '', 0)
        else if (addresses.length === 0 || !addresses.every(({ address }) => isAllowed(address)))
          callback(refusal('unknown_server'), '', 0)
        else if (!addresses.every(({ address }) => accepts(address))) callback(refusal(refused), '', 0)
        else if (options.all) callback(null, addresses)
        else callback(null, addresses[0]!.address, addresses[0]!.family)
      }),
  })
  return new Agent({
    allowH2: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    connect: (options, callback) => {
      const host = options.hostname.replace(/^\[(.*)\]$/, '$1')
      // Addresses aren't looked up.
      if (net.isIP(host) !== 0 && !accepts(host)) callback(refusal(refused), null)
      else connect(options, callback)
    },
  })
}

const messages: Record<Refused, string> = {
  private_address: 'The address is in a private network',
  insecure: 'Only https is accepted',
  unknown_server: 'The public internet has no server with this name',
}

const refusal = (trouble: Refused, reason: CalendarErrorReason = 'rejected') =>
  new CalendarError(reason, messages[trouble], { trouble })
