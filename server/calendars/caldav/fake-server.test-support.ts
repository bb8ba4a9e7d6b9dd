import { createHash } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { DAY, HOUR } from '../../../availability/units.ts'
import { createOutgoingFetch, type OutgoingFetch } from '../../adapters/outgoing/outgoing-fetch.ts'
import type { BookingEntry, CalendarAccount } from '../../adapters/calendar-provider.ts'
import { createCaldav } from './client.ts'
import { formatCredential } from './credential.ts'

export interface Asked {
  method: string
  path: string
  headers: http.IncomingHttpHeaders
  body: string
}

interface Answer {
  status: number
  headers?: Record<string, string>
  body?: string
}

export const CALENDAR = '/ann/team/'
export const NOW = Date.parse('2027-01-04T13:00:00Z')
export const range = { start: NOW - DAY, end: NOW + 400 * DAY }
export const event = (uid: string, ...lines: string[]) =>
  [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SUMMARY:${uid}`,
    ...(lines.length > 0 ? lines : ['DTSTART:20270105T100000Z', 'DTEND:20270105T110000Z']),
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')

export const bookingEntry: BookingEntry = {
  id: 'abc',
  bookingId: 'booking',
  title: 'Talk with Bob',
  description: 'Booked by Bob',
  location: '',
  startAt: NOW + HOUR,
  endAt: NOW + 7_200_000,
  timeZone: 'America/New_York',
  invitee: { name: 'Bob', email: 'bob@example.com' },
  guests: [],
  formerGuests: [],
  conference: { isWanted: false, url: null },
  sequence: 0,
  isNew: true,
}

export const multistatus = (content: string) =>
  `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:cs="http://calendarserver.org/ns/">${content}</d:multistatus>`

export const xml = (body: string): Answer => ({
  status: 207,
  headers: { 'content-type': 'application/xml; charset=utf-8' },
  body,
})

export const response = (href: string, props: string, status = 200) =>
  `<d:response><d:href>${href}</d:href><d:propstat><d:prop>${props}</d:prop><d:status>HTTP/1.1 ${status} OK</d:status></d:propstat></d:response>`

export const missing = (href: string, status = 404) =>
  `<d:response><d:href>${href}</d:href><d:status>HTTP/1.1 ${status} Gone</d:status></d:response>`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A CalDAV server with one calendar. It can lack features that real servers have, and misbehaves on request. */
export class FakeServer {
  readonly asked: Asked[] = []
  readonly files = new Map<string, string>()
  origin = ''
  hasSync = true
  hasCtag = true
  /** Of calendar-timezone. */
  timeZone: string | null = 'Europe/Berlin'
  pageSize = Infinity
  etagOf = (text: string): string | null => `"${createHash('sha256').update(text).digest('hex').slice(0, 8)}"`
  etagAfterPut: (text: string) => string | null = (text) => this.etagOf(text)
  /** Answers instead of the calendar, unless it returns undefined. */
  instead: (asked: Asked) => Answer | 'silence' | undefined = () => undefined
  /** Names of changed and removed files, one a change. The number of changes is the sync token. */
  readonly #log: string[] = []

  put(name: string, text: string): void {
    this.files.set(name, text)
    this.#log.push(name)
  }

  remove(name: string): void {
    this.files.delete(name)
    this.#log.push(name)
  }

  /** The methods and paths of the requests since the last call. */
  takeAsked(): string[] {
    return this.asked.splice(0).map(({ method, path }) => `${method} ${path}`)
  }

  answer(asked: Asked): Answer {
    const { method, path, body } = asked
    const name = path.startsWith(CALENDAR) ? path.slice(CALENDAR.length).replace(/\.ics$/, '') : ''
    if (!path.startsWith(CALENDAR)) return { status: 404 }
    if (name !== '') return this.#answerFile(asked, name)
    if (method === 'PROPFIND') return this.#answerPropfind(asked)
    if (body.includes('sync-collection')) return this.#answerSync(body)
    if (body.includes('calendar-query'))
      return xml(
        multistatus([...this.files.keys()].map((each) => this.#data(`${CALENDAR}${each}.ics`)).join('')),
      )
    if (!body.includes('calendar-multiget')) return { status: 501 }
    const hrefs = [...body.matchAll(/<d:href>([^<]*)<\/d:href>/g)].map(([, href]) => href!)
    return xml(multistatus(hrefs.map((href) => this.#data(href)).join('')))
  }

  #data(href: string): string {
    const text = this.files.get(href.slice(CALENDAR.length).replace(/\.ics$/, ''))
    return text === undefined
      ? missing(href)
      : response(href, `<c:calendar-data>${escaped(text)}</c:calendar-data>`)
  }

  #answerPropfind({ headers }: Asked): Answer {
    const reports = this.hasSync
      ? '<d:supported-report><d:report><d:sync-collection/></d:report></d:supported-report>'
      : ''
    const props = [
      '<d:resourcetype><d:collection/><c:calendar/></d:resourcetype>',
      `<d:supported-report-set>${reports}</d:supported-report-set>`,
      this.hasSync ? `<d:sync-token>data:${this.#log.length}</d:sync-token>` : '',
      this.hasCtag ? `<cs:getctag>${this.#log.length}</cs:getctag>` : '',
      this.timeZone
        ? `<c:calendar-timezone>BEGIN:VCALENDAR\r\nBEGIN:VTIMEZONE\r\nTZID:${this.timeZone}\r\nEND:VTIMEZONE\r\nEND:VCALENDAR</c:calendar-timezone>`
        : '',
    ]
    const files = headers['depth'] === '1' ? [...this.files] : []
    const listed = files.map(([name, text]) => {
      const etag = this.etagOf(text)
      return response(
        `${CALENDAR}${name}.ics`,
        etag === null ? '' : `<d:getetag>${escaped(etag)}</d:getetag>`,
      )
    })
    return xml(multistatus([response(CALENDAR, props.join('')), ...listed].join('')))
  }

  #answerSync(body: string): Answer {
    const since = Number(/<d:sync-token>data:(\d+)</.exec(body)?.[1] ?? Number.NaN)
    if (!(since <= this.#log.length)) {
      const error = '<d:error xmlns:d="DAV:"><d:valid-sync-token/></d:error>'
      return { status: 403, headers: { 'content-type': 'application/xml' }, body: error }
    }
    const until = Math.min(since + this.pageSize, this.#log.length)
    const names = new Set(this.#log.slice(since, until))
    const hrefs = [...names].map((name) => {
      const href = `${CALENDAR}${name}.ics`
      return this.files.has(name) ? response(href, '<d:getetag>"x"</d:getetag>') : missing(href)
    })
    const truncated = until < this.#log.length ? missing(CALENDAR, 507) : ''
    return xml(multistatus(`${hrefs.join('')}${truncated}<d:sync-token>data:${until}</d:sync-token>`))
  }

  #answerFile({ method, headers, body }: Asked, name: string): Answer {
    const text = this.files.get(name)
    const etag = text === undefined ? null : this.etagOf(text)
    const mustExist = headers['if-match']
    if (method === 'GET') {
      if (text === undefined) return { status: 404 }
      return {
        status: 200,
        headers: { 'content-type': 'text/calendar', ...(etag !== null && { etag }) },
        body: text,
      }
    }
    if ((mustExist !== undefined && mustExist !== etag) || (headers['if-none-match'] && text !== undefined))
      return { status: 412 }
    if (method === 'DELETE') {
      if (text === undefined) return { status: 404 }
      this.remove(name)
      return { status: 204 }
    }
    this.put(name, body)
    const stored = this.etagAfterPut(body)
    return { status: text === undefined ? 201 : 204, ...(stored !== null && { headers: { etag: stored } }) }
  }
}

/** Starts one for the current test. */
export async function startFakeServer(): Promise<FakeServer> {
  const fake = new FakeServer()
  const server = http.createServer((request, answered) => {
    void (async () => {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      const asked = { method: request.method!, path: request.url!, headers: request.headers, body }
      fake.asked.push(asked)
      const answer = fake.instead(asked) ?? fake.answer(asked)
      if (answer === 'silence') return
      answered.writeHead(answer.status, answer.headers).end(answer.body)
    })()
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  fake.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return fake
}

export const localFetch = (timeoutMs?: number): OutgoingFetch =>
  createOutgoingFetch({ allowedNetworks: ['127.0.0.0/8'], ...(timeoutMs !== undefined && { timeoutMs }) })

/** An account at it, as one that was connected earlier. */
export function openAccount({ origin }: FakeServer, timeoutMs?: number): Promise<CalendarAccount> {
  const credential = formatCredential({
    username: 'ann',
    password: 'secret',
    principal: `${origin}/ann/`,
    homes: [`${origin}/ann/`],
    addresses: ['mailto:ann@example.com'],
  })
  const caldav = createCaldav({ fetch: localFetch(timeoutMs), now: () => NOW })
  return caldav.openAccount(credential, { timeZone: 'America/New_York', self: ['ann@example.net'] })
}
