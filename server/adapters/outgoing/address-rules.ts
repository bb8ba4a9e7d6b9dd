import net from 'node:net'

/** Decides which addresses a request may connect to. */
export interface AddressRules {
  /** Public addresses, and private ones that the operator allowed. */
  isAllowed: (address: string) => boolean
  /** Only those that the operator allowed. */
  isAllowedPrivate: (address: string) => boolean
}

// https://www.iana.org/assignments/iana-ipv4-special-registry, multicast and class E.
const REFUSED_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // Azure answers virtual machines here, about themselves.
  '168.63.129.16',
]

/** Only this range of IPv6 has been assigned to the public internet. The ones below are exceptions within it. */
const PUBLIC_IPV6 = ['2000::/3']
const REFUSED_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const refusedIpv4 = blockList(REFUSED_IPV4)
const publicIpv6 = blockList(PUBLIC_IPV6)
const refusedIpv6 = blockList(REFUSED_IPV6)

/** Parses `ALLOWED_PRIVATE_NETWORKS`, addresses and ranges separated by commas; null if it is malformed. */
export function parseNetworks(text: string): string[] | null {
  const networks = text.trim().split(/\s*,\s*/)
  return networks.every(isNetwork) ? networks : null
}

export function createAddressRules(allowedNetworks: readonly string[]): AddressRules {
  const allowed = blockList(allowedNetworks)
  const isAllowedPrivate = (address: string) => includes(allowed, withoutPrefix(address))
  return {
    isAllowedPrivate,
    isAllowed: (address) => isPublic(withoutPrefix(address)) || isAllowedPrivate(address),
  }
}

function isPublic(address: string): boolean {
  if (net.isIPv4(address)) return !includes(refusedIpv4, address)
  return includes(publicIpv6, address) && !includes(refusedIpv6, address)
}

function includes(list: net.BlockList, address: string): boolean {
  const version = net.isIP(address)
  // A zone such as `%eth0` only makes sense on this machine's own links.
  if (version === 0 || address.includes('%')) return false
  return list.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

/**
 * `::ffff:127.0.0.1` and `::ffff:7f00:1` connect to the IPv4 address in their last 32 bits. So do addresses in
 * 64:ff9b::/96, through a NAT64 translator: in networks without IPv4, every IPv4 host is found there (RFC 6052).
 */
function withoutPrefix(address: string): string {
  if (!net.isIPv6(address) || address.includes('%')) return address
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [, high, low] = /^(?:::ffff|64:ff9b:):([\da-f]{1,4}):([\da-f]{1,4})$/.exec(canonical) ?? []
  if (high === undefined || low === undefined) return address
  return [high, low]
    .map((part) => Number.parseInt(part, 16))
    .flatMap((number) => [number >> 8, number & 255])
    .join('.')
}

function blockList(networks: readonly string[]): net.BlockList {
  const list = new net.BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = net.isIPv4(address) ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

/** An address, or a range of addresses such as `10.0.0.0/8`. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = net.isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}
