import { type Dispatcher, request } from 'undici'
import { product } from '../../../contract/product.ts'
import { CalendarError } from '../calendar-provider.ts'
import { createAddressRules } from './address-rules.ts'
import { createConnections, type Lookup } from './connections.ts'
import { decoded } from './decoded.ts'
import { describeFailure } from './failures.ts'
import { percentDecoded } from './percent-decoded.ts'
import { readBody } from './read-body.ts'
import { createLookup } from './resolve-name.ts'

/**
 * Sends a request to an address that somebody else chose. Throws `CalendarError`, which says nothing of the URL or the
 * answer.
 */
export type OutgoingFetch = (url: string, request?: OutgoingRequest) => Promise<OutgoingAnswer>

export interface OutgoingRequest {
  method?: string
  headers?: Readonly<Record<string, string>>
  body?: string | undefined
  /** Of the decompressed body. */
  maxBytes?: number
  /** `manual` returns a redirect like any other answer. */
  redirect?: 'follow' | 'manual'
}

/** Whatever its status, unless that is a redirect that was followed. */
export interface OutgoingAnswer {
  status: number
  /** Names in lower case. */
  headers: Headers
  /** The decompressed body. */
  bytes: Uint8Array
  /** The same, by the encoding that it names or as UTF-8. */
  text(): string
  /** Where redirects led to. */
  url: string
}

interface OutgoingOptions {
  /** Addresses and ranges that requests may go to although they aren't public. http is accepted there too. */
  allowedNetworks: readonly string[]
  /** For the whole request, with redirects and the body. */
  timeoutMs?: number
  /** Resolves names. */
  lookup?: Lookup
}

const DEFAULT_TIMEOUT_MS = 10_000
const DEFAULT_MAX_BYTES = 5_000_000
const MAX_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const USER_AGENT = `${product.name}/${product.version}`
const CREDENTIAL_HEADERS = ['authorization', 'cookie', 'proxy-authorization']
/** What changes nothing, so it can be asked of another origin too. */
const READING_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'PROPFIND', 'REPORT'])

export function createOutgoingFetch(options: OutgoingOptions): OutgoingFetch {
  const rules = createAddressRules(options.allowedNetworks)
  const connections = createConnections(rules, options.lookup ?? createLookup())
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS

  /** Follows redirects. */
  async function send(given: URL, asked: OutgoingRequest, signal: AbortSignal): Promise<OutgoingAnswer> {
    let url = given
    let method = (asked.method ?? 'GET').toUpperCase()
    let { body } = asked
    const headers = withUrlCredentials(url, asked.headers)
    for (let redirects = 0; ; redirects += 1) {
      const response = await request(withoutCredentials(url), {
        dispatcher: connections.forUrl(url),
        method,
        headers: Object.fromEntries(headers),
        body: body ?? null,
        signal,
      })
      // Abandoning a body emits an error, which would end the process if nobody listened.
      response.body.on('error', () => {})
      const location = nextUrl(url, response, asked)
      const staysHere = location?.origin === url.origin
      if (!location || (!staysHere && !READING_METHODS.has(method))) {
        const answered = answerHeaders(response.headers)
        const encoding = answered.get('content-encoding')?.trim().toLowerCase() ?? ''
        const bytes = await readBody(response.body, encoding, asked.maxBytes ?? DEFAULT_MAX_BYTES)
        const text = () => decoded(bytes, answered)
        return { status: response.statusCode, headers: answered, bytes, text, url: withoutCredentials(url) }
      }
      response.body.destroy()
      if (redirects === MAX_REDIRECTS) {
        throw new CalendarError('rejected', 'Too many redirects', { trouble: 'too_many_redirects' })
      }
      if (!staysHere) for (const name of CREDENTIAL_HEADERS) headers.delete(name)
      if (response.statusCode === 303 && !READING_METHODS.has(method)) {
        method = 'GET'
        body = undefined
        headers.delete('content-type')
      }
      url = location
    }
  }

  return async (address, asked = {}) => {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      return await send(parseUrl(address), asked, signal)
    } catch (error) {
      throw describeFailure(error, signal.aborted)
    }
  }
}

/** Undefined if the answer isn't a redirect to follow. */
function nextUrl(
  url: URL,
  { statusCode, headers }: Dispatcher.ResponseData,
  { redirect }: OutgoingRequest,
): URL | undefined {
  const location = headers['location']
  if (redirect === 'manual' || !REDIRECTS.has(statusCode) || typeof location !== 'string') return undefined
  return parseUrl(location, url)
}

function parseUrl(text: string, base?: URL): URL {
  if (!URL.canParse(text, base?.href)) {
    throw new CalendarError('rejected', 'Not a URL', { trouble: 'insecure' })
  }
  return new URL(text, base)
}

/** Many feeds have `user:password@` in their address. */
function withUrlCredentials({ username, password }: URL, given: OutgoingRequest['headers'] = {}): Headers {
  const headers = new Headers({ 'user-agent': USER_AGENT, 'accept-encoding': 'gzip, br', ...given })
  if (username !== '' && !headers.has('authorization')) {
    const credentials = Buffer.from(`${percentDecoded(username)}:${percentDecoded(password)}`)
    headers.set('authorization', `Basic ${credentials.toString('base64')}`)
  }
  return headers
}

function withoutCredentials(url: URL): string {
  const bare = new URL(url)
  bare.username = ''
  bare.password = ''
  bare.hash = ''
  return bare.href
}

function answerHeaders(received: Dispatcher.ResponseData['headers']): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(received)) {
    for (const each of [value ?? []].flat()) headers.append(name, each)
  }
  return headers
}
