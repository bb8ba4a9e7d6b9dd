import { davRequest } from 'tsdav'
import { MINUTE } from '../../../availability/units.ts'
import { asFetch } from '../../adapters/outgoing/as-fetch.ts'
import type {
  OutgoingAnswer,
  OutgoingFetch,
  OutgoingRequest,
} from '../../adapters/outgoing/outgoing-fetch.ts'
import { CalendarError } from '../../adapters/calendar-provider.ts'
import { type Multistatus, readMultistatus } from './multistatus.ts'
import { davError, DavRefusal } from './problems.ts'

export interface Login {
  username: string
  password: string
}

/** A request with an XML body in tsdav's form: elements without prefix are in the namespace `DAV:`. */
export interface DavReading {
  method: 'PROPFIND' | 'REPORT'
  depth: '0' | '1'
  body: Record<string, unknown>
  /** Of a response that is expected to be long. */
  maxBytes?: number
}

/** Talks to a host's server with their password. Throws `CalendarError`, and `DavRefusal` for other statuses. */
export interface DavClient {
  read(url: URL, reading: DavReading): Promise<Multistatus>
  /** Returns any success and 404, 409, 410 and 412. */
  send(url: URL, request: OutgoingRequest): Promise<OutgoingAnswer>
}

/** Of all requests of one task together; each of them has a limit of its own. */
const TASK_TIMEOUT_MS = MINUTE

const NAMESPACES = {
  'xmlns:d': 'DAV:',
  'xmlns:c': 'urn:ietf:params:xml:ns:caldav',
  'xmlns:cs': 'http://calendarserver.org/ns/',
}

export function createDavClient(fetch: OutgoingFetch, { username, password }: Login): DavClient {
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const deadline = performance.now() + TASK_TIMEOUT_MS

  async function ask(url: string, request: OutgoingRequest): Promise<OutgoingAnswer> {
    if (performance.now() > deadline)
      throw new CalendarError('unreachable', 'The server took too long', { trouble: 'too_slow' })
    const headers = { ...request.headers, authorization }
    let answer: OutgoingAnswer
    try {
      answer = await fetch(url, { ...request, headers })
    } catch (error) {
      throw davError(error)
    }
    // The password went no further than to the first server, so this isn't its answer.
    if (new URL(answer.url).origin !== new URL(url).origin || isRedirect(answer)) {
      throw new CalendarError('unreachable', 'The server redirects elsewhere', { trouble: 'not_caldav' })
    }
    return answer
  }

  return {
    async read(url, { method, depth, body, maxBytes }) {
      let answer: OutgoingAnswer | undefined
      const [[name, content]] = Object.entries(body) as [[string, Record<string, unknown>]]
      await davRequest({
        url: url.href,
        init: {
          method,
          headers: { depth },
          namespace: 'd',
          body: { [name]: { _attributes: NAMESPACES, ...content } },
        },
        // The response is read below, by its status and in full.
        parseOutgoing: false,
        fetch: asFetch(
          async (address, request = {}) => {
            answer = await ask(address, request)
            if (answer.status >= 300) throw refusal(answer)
            return answer
          },
          maxBytes === undefined ? {} : { maxBytes },
        ),
      })
      return readMultistatus(answer!)
    },
    async send(url, request) {
      const answer = await ask(url.href, request)
      if (answer.status >= 300 && ![404, 409, 410, 412].includes(answer.status)) throw refusal(answer)
      return answer
    },
  }
}

const isRedirect = ({ status }: OutgoingAnswer) => status >= 300 && status < 400 && status !== 304

const refusal = ({ status, headers, text }: OutgoingAnswer) => new DavRefusal(status, headers, text())
