import type { OutgoingAnswer } from '../../adapters/outgoing/outgoing-fetch.ts'
import { CalendarError } from '../../adapters/calendar-provider.ts'
import { fieldsOf, type ParsedResource, parseXml, textOf } from './xml.ts'
import { parseInThread } from './xml-thread.ts'

/** A resource that a 207 response says something about. */
export interface DavResource extends Omit<ParsedResource, 'href'> {
  /** Absolute. */
  url: URL
}

export interface Multistatus {
  /** Where redirects led to. */
  url: URL
  resources: DavResource[]
  syncToken: string | null
}

/** A success without what the protocol promises: a proxy answered instead, or the response was cut short. */
export function brokenAnswer(what: string): CalendarError {
  return new CalendarError('unreachable', `The server's response wasn't ${what}`, { trouble: 'server_error' })
}

/** The parser wouldn't notice that it is missing. */
const END =
  /(<\/(?:[\w.-]+:)?multistatus\s*>|<(?:[\w.-]+:)?multistatus\b[^<>]*\/>)(?:\s|<!--(?:(?!-->)[^])*-->|<\?[^<>]*\?>)*$/
/** What this thread parses itself, in about 50 ms: one batch of entries, or what changed in a minute. */
const MAX_LENGTH_HERE = 1_000_000
const MAX_MARKS_HERE = 10_000
/** A list of 30,000 entries has fewer. */
const MAX_MARKS = 500_000

/** Reads a 207 response, whatever type it names: behind PHP, it can be HTML. Throws unless it is whole. */
export async function readMultistatus({ status, text, url }: OutgoingAnswer): Promise<Multistatus> {
  const xml = text()
  if (status !== 207 || !END.test(xml.slice(-1000))) throw brokenAnswer('a complete multistatus')
  const marks = count(xml, '<') + count(xml, '=')
  if (marks > MAX_MARKS)
    throw new CalendarError('rejected', 'The response is too large', { trouble: 'too_large' })
  const isShort = xml.length <= MAX_LENGTH_HERE && marks <= MAX_MARKS_HERE
  const parsed = await (isShort ? parseXml(xml).catch(() => null) : parseInThread(xml))
  if (parsed === null) throw brokenAnswer('readable XML')
  return {
    url: new URL(url),
    resources: parsed.resources.flatMap(({ href, ...resource }) => {
      const found = resolveUrl(href, new URL(url))
      return found ? [{ ...resource, url: found }] : []
    }),
    syncToken: parsed.syncToken,
  }
}

/**
 * Resolves an address in an answer from `base`; null if it can't be parsed. Behind a proxy that ends TLS, many servers
 * believe that they are asked by http, often at another port.
 */
export function resolveUrl(address: string, base: URL): URL | null {
  const url = URL.parse(address, base.href)
  if (base.protocol === 'https:' && url?.protocol === 'http:' && url.hostname === base.hostname) {
    url.protocol = base.protocol
    url.port = base.port
  }
  return url
}

/** How often a character occurs: an element or an attribute takes far longer to parse than its length. */
function count(text: string, character: string): number {
  let found = 0
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) found += 1
  return found
}

/** The URLs in a property such as `calendar-home-set`. */
export function hrefsOf(property: unknown, base: URL): URL[] {
  return [property ?? []]
    .flat()
    .flatMap((each) => [fieldsOf(each)['href'] ?? []].flat())
    .flatMap((href) => {
      const text = textOf(href)
      const url = text === null ? null : resolveUrl(text, base)
      return url ? [url] : []
    })
}
