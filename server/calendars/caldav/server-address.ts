import type { SrvRecord } from 'node:dns'
import dns from 'node:dns/promises'
import net from 'node:net'
import { CalendarError } from '../../adapters/calendar-provider.ts'

/** Resolves names, which rejects for those without such records. */
export interface DnsResolver {
  resolveSrv(name: string): Promise<SrvRecord[]>
  resolveTxt(name: string): Promise<string[][]>
}

const DNS_OPTIONS = { timeout: 2000, tries: 2 }

export const systemResolver = (): DnsResolver => new dns.Resolver(DNS_OPTIONS)

/** Where calendars may be found. */
export interface Candidate {
  origin: string
  /** The URL itself, if it is more than an origin. */
  address: URL | null
}

/**
 * The servers that a host may mean by what they typed, in the order of RFC 6764: those that DNS names for a domain,
 * then the domain itself. An address only means itself.
 */
export async function findCandidates(typed: string, resolver: DnsResolver): Promise<Candidate[]> {
  const text = typed.trim()
  if (text.includes('://')) return [candidate(parseAddress(text))]
  const isEmail = /^[^\s/]+@[^\s/]+$/.test(text)
  const rest = isEmail ? text.slice(text.lastIndexOf('@') + 1) : text
  const address = parseAddress(`https://${rest}`)
  const isDomain = address.host === address.hostname && address.pathname === '/' && isName(address.hostname)
  return isDomain
    ? [...(await namedServers(address.hostname, resolver)), candidate(address)]
    : [candidate(address)]
}

const isName = (hostname: string) =>
  hostname.includes('.') && net.isIP(hostname.replaceAll(/[[\]]/g, '')) === 0

function parseAddress(text: string): URL {
  const trouble = /^(?!https?:)[a-z][\w+.-]*:\/\//i.test(text) ? 'insecure' : 'not_caldav'
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new CalendarError('rejected', 'Not the address of a server', { trouble })
  // A password has a field of its own.
  url.username = ''
  url.password = ''
  url.hash = ''
  return url
}

const candidate = (url: URL): Candidate => ({
  origin: url.origin,
  address: url.pathname + url.search === '/' ? null : url,
})

async function namedServers(domain: string, resolver: DnsResolver): Promise<Candidate[]> {
  const service = `_caldavs._tcp.${domain}`
  const servers = await resolver.resolveSrv(service).catch(() => [])
  const [server] = servers
    .filter(({ name }) => name !== '' && name !== '.')
    .toSorted((one, other) => one.priority - other.priority || other.weight - one.weight)
  if (!server) return []
  const texts = await resolver.resolveTxt(service).catch(() => [])
  const [, path = '/'] = /^path=(\/.*)$/i.exec(texts.map((parts) => parts.join('')).find(isPath) ?? '') ?? []
  const url = `https://${server.name.replace(/\.$/, '')}:${server.port}`
  return URL.canParse(path, url) ? [candidate(parseAddress(new URL(path, url).href))] : []
}

const isPath = (text: string) => /^path=\//i.test(text)
