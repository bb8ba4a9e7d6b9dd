import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FREE_BUSY_SCOPE } from '../../../../contract/bookings/invitee-calendar-check.ts'
import { tokenIn } from './ask-google.ts'
import { busyTimesIn, readBusyTimes } from './read-busy-times.ts'

const fragment = (answer: Record<string, string>) => String(new URLSearchParams({ state: 's', ...answer }))
const granted = { access_token: 't', scope: `openid ${FREE_BUSY_SCOPE}` }

describe('the answer of Google’s page', () => {
  test('has a token', () => {
    expect(tokenIn(fragment(granted), 's')).toBe('t')
  })

  test.each([
    [{ error: 'access_denied' }, /You didn’t allow access/],
    [{ ...granted, scope: '' }, /You didn’t allow access/],
    [{ ...granted, scope: `${FREE_BUSY_SCOPE}.readonly` }, /You didn’t allow access/],
    [{ ...granted, state: 'other' }, /Google couldn’t check/],
    [{ ...granted, access_token: '' }, /Google couldn’t check/],
    [{ error: 'server_error' }, /Google couldn’t check/],
    [{}, /Google couldn’t check/],
  ])('is refused: %o', (answer, text) => {
    expect(() => tokenIn(fragment(answer as Record<string, string>), 's')).toThrow(text)
  })
})

describe('busy times', () => {
  const answer = (busy: unknown, more: object = {}) => ({ calendars: { primary: { busy, ...more } } })

  test('are instants, whatever their offset', () => {
    const busy = [{ start: '2027-01-05T09:00:00-05:00', end: '2027-01-05T14:30:00Z' }]
    const [start, end] = [Date.parse('2027-01-05T14:00:00Z'), Date.parse('2027-01-05T14:30:00Z')]
    expect(busyTimesIn(answer(busy))).toEqual([{ start, end }])
    expect(busyTimesIn(answer([], { errors: [] }))).toEqual([])
  })

  test('are none during an entry without a length', () => {
    const at = '2027-01-05T10:00:00Z'
    expect(busyTimesIn(answer([{ start: at, end: at }]))).toEqual([])
  })

  test.each([
    null,
    [],
    {},
    { calendars: {} },
    { calendars: { primary: { busy: [] }, other: { busy: [] } } },
    answer(undefined),
    answer({}),
    answer([null]),
    answer([{ start: '2027-01-05T09:00:00Z' }]),
    answer([{ start: '2027-01-05', end: '2027-01-06' }]),
    answer([{ start: '2027-01-05T09:00:00', end: '2027-01-05T10:00:00' }]),
    answer([{ start: '2027-01-05T10:00:00Z', end: '2027-01-05T09:59:00Z' }]),
    answer([], { errors: [{ domain: 'global', reason: 'notFound' }] }),
  ])('are refused in another shape: %o', (given) => {
    expect(() => busyTimesIn(given)).toThrow(/Google couldn’t check/)
  })
})

describe('a request', () => {
  /** Answers with the status that the path begins with, and then the domain and the reason of the error. */
  const server = http.createServer((request, response) => {
    const [, status, domain, reason] = request.url!.split('/')
    response.statusCode = Number(status)
    response.end(domain === 'html' ? '<p>' : JSON.stringify({ error: { errors: [{ domain, reason }] } }))
  })
  let origin = ''
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close())

  const asked = { token: 't', from: 0, to: 1, signal: new AbortController().signal }
  const read = (freeBusyUrl: string) =>
    readBusyTimes({ freeBusyUrl, clientId: 'c', authorizationUrl: '', revocationUrl: null }, asked)

  test.each([
    ['401/global', /permission has expired/],
    ['403/global', /Google didn’t let us see/],
    ['403/html', /Google didn’t let us see/],
    ['403/usageLimits/rateLimitExceeded', /too many requests/],
    ['403/usageLimits/accessNotConfigured', /Google couldn’t check/],
    ['429/global', /too many requests/],
    ['500/usageLimits', /Google couldn’t check/],
    ['200/html', /Google couldn’t check/],
  ])('that is answered with %s fails with its own text', async (path, text) => {
    await expect(read(`${origin}/${path}`)).rejects.toThrow(text)
  })

  test('without an answer fails with its own text', async () => {
    await expect(read('http://127.0.0.1:1/')).rejects.toThrow(/We couldn’t reach Google/)
  })
})
