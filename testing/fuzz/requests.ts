import fc from 'fast-check'
import { BASE_PATH, CLIENT_HEADER } from '../../contract/api/routes.ts'
import {
  calendarFilePath,
  confirmationPath,
  bookingPath,
  stopEmailsPath,
  updatePath,
} from '../../contract/pages/page-paths.ts'
import type { Operation } from './operations.ts'
import { anyText, textOf, valuesOf } from './values.ts'

/** A request before `{name}` is replaced with what the server made, so that a seed makes the same ones each time. */
export interface FuzzedRequest {
  /** Null for a page. */
  operation: Operation | null
  method: string
  url: string
  headers: Record<string, string>
  body: string | null
}

/** Ends sessions, so only the host who has nothing sends them. */
const ENDS_SESSION = new Set(['logout', 'deleteAccount'])

export function requestsOf(operations: readonly Operation[]): fc.Arbitrary<FuzzedRequest> {
  const calls = operations.flatMap((operation) => [callsOf(operation, false), callsOf(operation, true)])
  return fc.oneof({ weight: 15, arbitrary: fc.oneof(...calls) }, { weight: 1, arbitrary: pageRequests })
}

function callsOf(operation: Operation, isHostile: boolean): fc.Arbitrary<FuzzedRequest> {
  const { operationId, method, path, parameters, body } = operation
  const partOf = (where: string) => {
    const fields = parameters.filter((one) => one.in === where && one.name !== CLIENT_HEADER.name)
    const texts = fields.map(
      ({ name, schema }) =>
        [name, valuesOf(schema, name === 'id' ? idOf(path) : name, isHostile ? 0.3 : 0).map(textOf)] as const,
    )
    const requiredKeys = isHostile ? [] : fields.filter((one) => one.required).map((one) => one.name)
    return fc.record(Object.fromEntries(texts), { requiredKeys }) as fc.Arbitrary<Record<string, string>>
  }
  const bodies = body
    ? valuesOf(body, 'body', isHostile ? 0.05 : 0).map((value) => JSON.stringify(value))
    : fc.constant(null)
  return fc
    .record({
      params: partOf('path'),
      query: partOf('query'),
      headers: partOf('header'),
      body: isHostile
        ? fc.oneof({ weight: 9, arbitrary: bodies }, { weight: 1, arbitrary: anyText })
        : bodies,
      type: isHostile
        ? fc.constantFrom(...Array<string>(9).fill('application/json'), 'text/plain')
        : fc.constant(''),
      session: isHostile
        ? fc.oneof(
            { weight: 4, arbitrary: fc.constantFrom('{owner}', '{owner}', '{other}', '{guestLink}', '') },
            { weight: 1, arbitrary: anyText },
          )
        : fc.constantFrom('{owner}', '{owner}', '{owner}', '{owner}', ''),
    })
    .map(({ params, query, headers, body: text, type, session }) => {
      const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encode(params[name] ?? 'x'))
      const search = Object.entries(query).map(([name, value]) => `${name}=${encode(value)}`)
      const token = ENDS_SESSION.has(operationId) && session === '{owner}' ? '{leaver}' : session
      return {
        operation,
        method,
        url: `${BASE_PATH}${filled}${search.length > 0 ? `?${search.join('&')}` : ''}`,
        headers: {
          [CLIENT_HEADER.name]: CLIENT_HEADER.value,
          'content-type': type || 'application/json',
          ...(token && { authorization: headerText(`Bearer ${token}`) }),
          ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, headerText(value)])),
        },
        body: method === 'GET' ? null : text,
      }
    })
}

/** What `{id}` in a path is. */
const idOf = (path: string) =>
  path.startsWith('/boomEventsBookings')
    ? 'bookingId'
    : path.startsWith('/boomEvents')
      ? 'eventId'
      : path.startsWith('/labels')
        ? 'labelId'
        : path.startsWith('/schedules')
          ? 'scheduleId'
          : path.startsWith('/calendars/connections')
            ? 'connectionId'
            : path.startsWith('/calendars')
              ? 'calendarId'
              : 'collectionId'

const pageRequests = fc
  .tuple(
    fc.constantFrom<(one: string, two: string) => [method: string, url: string]>(
      (one) => ['GET', bookingPath(one)],
      (one, two) => ['GET', updatePath(one, two)],
      (one) => ['GET', confirmationPath(one)],
      (one) => ['GET', calendarFilePath(one)],
      (one) => ['GET', stopEmailsPath(one)],
      (one) => ['POST', stopEmailsPath(one)],
      (one) => ['GET', `/${one}`],
      (one) => ['POST', `/api/hooks/stripe?${one}`],
      (one) => ['POST', `/api/hooks/google?${one}`],
    ),
    ...Array.from({ length: 2 }, () =>
      fc
        .oneof(fc.constantFrom('{link}', '{oneOffLink}', '{booking}', '{guestLink}', '{stop}'), anyText)
        .map(encode),
    ),
  )
  .map(([page, one, two]): FuzzedRequest => {
    const [method, url] = page(one!, two!)
    const headers = {
      'x-goog-channel-id': headerText(one!),
      'x-goog-channel-token': headerText(two!),
      cookie: headerText(one!),
    }
    return { operation: null, method, url, headers, body: method === 'GET' ? null : two! }
  })

/** Percent-encodes all but `{name}`. A surrogate on its own becomes bytes that aren't UTF-8. */
function encode(text: string): string {
  if (/^\{\w+\}$/.test(text)) return text
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\uFFFF')).replaceAll('%EF%BF%BF', '%ED%A0%80')
}

/** Headers can't contain control characters or anything beyond Latin-1. */
const headerText = (text: string) =>
  text
    .replaceAll(/[^ -~\u00A1-\u00FF]/g, '')
    .trim()
    .slice(0, 2000)
