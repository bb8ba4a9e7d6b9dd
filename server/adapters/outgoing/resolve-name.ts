import dns from 'node:dns'
import fs from 'node:fs/promises'
import net from 'node:net'
import { callbackify } from 'node:util'
import type { Lookup } from './connections.ts'

interface NameOptions {
  hostsFile?: string
  /** A new one for each name, so that canceling one leaves the others alone. */
  createResolver?: () => NameResolver
  /** Finds the names that DNS doesn't have. */
  system?: Lookup
  timeoutMs?: number
}

const DNS_OPTIONS = { timeout: 2000, tries: 2 }
/** Of all tries at all of the machine's DNS servers. */
const TIMEOUT_MS = 5000

interface NameResolver {
  resolve4(name: string): Promise<string[]>
  resolve6(name: string): Promise<string[]>
  cancel(): void
}

type Addresses = dns.LookupAddress[]

/**
 * Resolves names for connections to servers that hosts chose. `dns.lookup` alone would hold one of the process's four
 * threads for file access and compression until the name's DNS server answers, and can't be aborted. So the hosts file
 * comes first, as in `dns.lookup`, then DNS without a thread. Only what DNS doesn't have is left to the system, one
 * name at a time: names of mDNS, and short names that need the search domains of a container.
 */
export function createLookup({
  hostsFile = '/etc/hosts',
  createResolver = () => new dns.promises.Resolver(DNS_OPTIONS),
  system = dns.lookup,
  timeoutMs = TIMEOUT_MS,
}: NameOptions = {}): Lookup {
  let lastAsked: Promise<unknown> = Promise.resolve()

  function askSystem(hostname: string, options: dns.LookupAllOptions): Promise<Addresses> {
    const ask = () =>
      new Promise<Addresses>((resolve, reject) => {
        system(hostname, options, (error, addresses) => (error ? reject(error) : resolve(addresses)))
      })
    const asked = lastAsked.then(ask, ask)
    lastAsked = asked
    return asked
  }

  async function askDns(hostname: string): Promise<Addresses> {
    const resolver = createResolver()
    const timer = setTimeout(() => resolver.cancel(), timeoutMs)
    try {
      const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
      const found = [
        ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
        ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
      ]
      if (found.length === 0) throw v4.status === 'rejected' ? v4.reason : noAddress()
      return found
    } finally {
      clearTimeout(timer)
    }
  }

  async function find(hostname: string, options: dns.LookupAllOptions): Promise<Addresses> {
    const listed = await readHosts(hostsFile, hostname)
    if (listed.length > 0) return listed
    try {
      return await askDns(hostname)
    } catch (error) {
      if (TIMEOUTS.has(codeOf(error))) throw error
      return askSystem(hostname, options)
    }
  }

  return callbackify(find)
}

const TIMEOUTS: ReadonlySet<string | undefined> = new Set([dns.TIMEOUT, dns.CANCELLED])

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

const noAddress = () => Object.assign(new Error('No address'), { code: dns.NODATA })

/** What the hosts file says about a name; nothing if there is no such file. */
async function readHosts(file: string, hostname: string): Promise<Addresses> {
  const text = await fs.readFile(file, 'utf8').catch(() => '')
  const wanted = hostname.toLowerCase().replace(/\.$/, '')
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/)
    const family = net.isIP(address)
    return family !== 0 && names.includes(wanted) ? [{ address, family }] : []
  })
}
