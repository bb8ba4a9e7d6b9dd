import type { calendar_v3 } from '@googleapis/calendar'
import { decodeJwt } from 'jose'
import * as openid from 'openid-client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Call } from './call-log.ts'
import { calendarClient, refusal, signIn, startSandbox } from './test-client.ts'
import type { RunningSandbox } from './test-client.ts'

const PRIMARY = { calendarId: 'primary' }
const HOUR = { start: { dateTime: '2026-03-02T09:00:00Z' }, end: { dateTime: '2026-03-02T10:00:00Z' } }

let sandbox: RunningSandbox
let config: openid.Configuration
let refreshToken: string
let accessToken: string
let client: calendar_v3.Calendar
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(async () => {
  const signedIn = await signIn(sandbox, { email: 'fay@example.com' })
  config = signedIn.config
  refreshToken = signedIn.tokens.refresh_token!
  accessToken = signedIn.tokens.access_token
  client = calendarClient(sandbox.origin, signedIn.tokens.access_token)
})
afterEach(() => fetch(`${sandbox.issuer}/faults`, { method: 'DELETE' }))
afterAll(() => sandbox.app.close())

async function ask(fault: Record<string, unknown>): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${sandbox.issuer}/faults`, {
    method: 'POST',
    headers,
    body: JSON.stringify(fault),
  })
  return answer.status
}

function insert(id: string): Promise<unknown> {
  return client.events.insert({ ...PRIMARY, requestBody: { ...HOUR, id } })
}

function refresh(): Promise<unknown> {
  return openid.refreshTokenGrant(config, refreshToken)
}

async function release(): Promise<void> {
  await fetch(`${sandbox.issuer}/faults/release`, { method: 'POST' })
}

async function log(): Promise<Call[]> {
  const answer = await fetch(`${sandbox.issuer}/log`)
  const calls: Call[] = await answer.json()
  return calls
}

it('status: fails as often as requested, with Retry-After for rate limits', async () => {
  await ask({ match: 'events.list', kind: 'status', status: 429, times: 2 })
  await client.calendarList.list()
  const raw = await fetch(`${sandbox.issuer}/calendar/v3/calendars/primary/events`)
  expect([raw.status, raw.headers.get('retry-after')]).toEqual([429, '1'])
  expect(await refusal(client.events.list(PRIMARY))).toEqual({ status: 429, reason: 'rateLimitExceeded' })
  expect((await client.events.list(PRIMARY)).status).toBe(200)

  await ask({ match: '*', kind: 'status', status: 503, times: 0 })
  for (let attempt = 0; attempt < 3; attempt++) {
    expect(await refusal(client.events.list(PRIMARY))).toEqual({ status: 503, reason: 'backendError' })
  }
})

it('latency: slow, also in combination with another fault', async () => {
  await ask({ match: 'events.list', kind: 'latency', ms: 150, times: 2 })
  const started = performance.now()
  await client.events.list(PRIMARY)
  expect(performance.now() - started).toBeGreaterThan(140)
  await ask({ match: 'events.list', kind: 'status', status: 500 })
  expect(await refusal(client.events.list(PRIMARY))).toEqual({ status: 500, reason: 'backendError' })
})

it('lost_response: the call succeeds without a response', async () => {
  await ask({ match: 'events.insert', kind: 'lost_response' })
  await expect(insert('lost1')).rejects.toThrow(/fetch failed|socket hang up/)
  expect(await refusal(insert('lost1'))).toEqual({ status: 409, reason: 'duplicate' })
})

it("unreachable: the call doesn't run", async () => {
  await ask({ match: 'events.insert', kind: 'unreachable', email: 'FAY@example.com' })
  await expect(insert('cut11')).rejects.toThrow(/fetch failed|socket hang up/)
  expect(await insert('cut11')).toMatchObject({ status: 200 })
})

it('late: the answer is lost, and the call takes effect once it is released', async () => {
  const { data } = await client.events.insert({ ...PRIMARY, requestBody: { ...HOUR, id: 'late1' } })
  await ask({ match: 'events.patch', kind: 'late' })
  const patch = (summary: string, etag: string) =>
    client.events.patch(
      { ...PRIMARY, eventId: 'late1', requestBody: { summary } },
      { headers: { 'if-match': etag } },
    )
  await expect(patch('late', data.etag!)).rejects.toThrow(/fetch failed|socket hang up/)
  const summary = async () => (await client.events.get({ ...PRIMARY, eventId: 'late1' })).data.summary
  expect(await summary()).toBeUndefined()
  await release()
  await expect.poll(summary).toBe('late')
  // By then somebody else has changed the event, so the late call is refused.
  await ask({ match: 'events.patch', kind: 'late' })
  const { etag } = (await client.events.get({ ...PRIMARY, eventId: 'late1' })).data
  await expect(patch('too late', etag!)).rejects.toThrow(/fetch failed|socket hang up/)
  await client.events.patch({ ...PRIMARY, eventId: 'late1', requestBody: { summary: 'newer' } })
  await release()
  const refused = async () =>
    (await log()).some(({ method, status }) => method === 'events.patch' && status === 412)
  await expect.poll(refused).toBe(true)
  expect(await summary()).toBe('newer')
})

it('late: with a time, the call takes effect without a release', async () => {
  await ask({ match: 'events.insert', kind: 'late', ms: 1 })
  await expect(insert('late2')).rejects.toThrow(/fetch failed|socket hang up/)
  const exists = () =>
    client.events.get({ ...PRIMARY, eventId: 'late2' }).then(({ status }) => status === 200)
  await expect.poll(() => exists().catch(() => false)).toBe(true)
})

it('latency: without a time, the call is answered once it is released', async () => {
  await ask({ match: 'events.insert', kind: 'latency' })
  const inserted = insert('held1')
  await expect.poll(async () => (await log()).at(-1)).toMatchObject({ method: 'events.insert', status: null })
  await release()
  expect(await inserted).toMatchObject({ status: 200 })
})

it.each([3_600_000, -3_600_000])('clock: answers and tokens are from %i ms later', async (ms) => {
  await ask({ kind: 'clock', ms })
  const client_id = 'boomtime-sandbox'
  const answer = await fetch(`${sandbox.issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id,
      client_secret: client_id,
    }),
  })
  const { iat, exp } = decodeJwt((await answer.json()).id_token)
  for (const at of [Date.parse(answer.headers.get('date')!), iat! * 1000, exp! * 1000 - 3_600_000])
    expect(Math.abs(at - Date.now() - ms)).toBeLessThan(60_000)
})

it.each([
  ['html', /^<!doctype html>/],
  ['empty', /^\{\}$/],
  ['half_json', /^\{"kind":"calendar#events".*[^}]$/],
])('%s: a broken answer with status 200', async (kind, body) => {
  await ask({ match: 'events.list', kind })
  const list = () =>
    fetch(`${sandbox.issuer}/calendar/v3/calendars/primary/events`, {
      headers: { authorization: `Bearer ${accessToken}` },
    })
  const answer = await list()
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringMatching(body)])
  expect(await (await list()).json()).toMatchObject({ kind: 'calendar#events' })
})

it('cut_body: the connection ends in the middle of the body', async () => {
  await ask({ match: 'events.insert', kind: 'cut_body' })
  await expect(insert('cut12')).rejects.toThrow()
  expect(await refusal(insert('cut12'))).toEqual({ status: 409, reason: 'duplicate' })
})

it('calendar_gone: no call finds it, and it is not listed', async () => {
  await ask({ kind: 'calendar_gone', calendarId: 'fay@example.com', times: 0 })
  expect(await refusal(client.events.list(PRIMARY))).toEqual({ status: 404, reason: 'notFound' })
  const { data } = await client.calendarList.list()
  expect(data.items?.map(({ id }) => id)).not.toContain('fay@example.com')
})

it('bad_sync_token: the next incremental list is refused with 400', async () => {
  const { data } = await client.events.list(PRIMARY)
  await ask({ match: 'events.list', kind: 'bad_sync_token' })
  const increment = client.events.list({ ...PRIMARY, syncToken: data.nextSyncToken! })
  expect(await refusal(increment)).toEqual({ status: 400, reason: 'invalid' })
})

it('status: with a reason and Retry-After of its own', async () => {
  await ask({ match: 'events.list', kind: 'status', status: 403, reason: 'quotaExceeded', retryAfter: null })
  const raw = await fetch(`${sandbox.issuer}/calendar/v3/calendars/primary/events`)
  expect([raw.status, raw.headers.get('retry-after')]).toEqual([403, null])
  expect(await raw.json()).toMatchObject({ error: { errors: [{ reason: 'quotaExceeded' }] } })
})

it('gone: the next incremental list has to start over', async () => {
  await ask({ match: 'events.list', kind: 'gone' })
  const { data } = await client.events.list(PRIMARY)
  const increment = () => client.events.list({ ...PRIMARY, syncToken: data.nextSyncToken! })
  expect(await refusal(increment())).toEqual({ status: 410, reason: 'fullSyncRequired' })
  expect((await increment()).status).toBe(200)
})

it('invalid_grant: fails once, or revokes access for good', async () => {
  await ask({ match: 'token', kind: 'invalid_grant' })
  await expect(refresh()).rejects.toMatchObject({ error: 'invalid_grant', status: 400 })
  await refresh()
  await ask({ match: 'token', kind: 'invalid_grant', revoke: true })
  await expect(refresh()).rejects.toMatchObject({ error: 'invalid_grant' })
  await expect(refresh()).rejects.toMatchObject({ error: 'invalid_grant' })
  expect(await refusal(client.events.list(PRIMARY))).toEqual({ status: 401, reason: 'authError' })
})

it('applies only to the given person', async () => {
  await ask({ match: '*', kind: 'status', status: 500, email: 'other@example.com' })
  expect((await client.events.list(PRIMARY)).status).toBe(200)
})

it.each([
  { kind: 'flood' },
  { kind: 'status', status: 200 },
  { kind: 'latency', ms: -1 },
  { kind: 'late', ms: null },
  { kind: 'clock', ms: 0.5 },
  { kind: 'latency', times: 1.5 },
  { kind: 'gone', match: 1 },
  { kind: 'status', retryAfter: -1 },
  { kind: 'status', reason: 7 },
])('rejects the fault %j', async (fault) => {
  expect(await ask(fault)).toBe(400)
})

it('logs every call', async () => {
  await fetch(`${sandbox.issuer}/log`, { method: 'DELETE' })
  await client.events.insert({ ...PRIMARY, sendUpdates: 'none', requestBody: { ...HOUR, id: 'logged' } })
  await client.events.delete({ ...PRIMARY, eventId: 'logged' })
  await refusal(client.events.delete({ ...PRIMARY, eventId: 'logged' }))
  await openid.refreshTokenGrant(config, refreshToken)
  expect(await log()).toMatchObject([
    {
      method: 'events.insert',
      calendarId: 'primary',
      sendUpdates: 'none',
      email: 'fay@example.com',
      status: 200,
    },
    { method: 'events.delete', eventId: 'logged', status: 204 },
    { method: 'events.delete', eventId: 'logged', status: 410 },
    { method: 'token', email: 'fay@example.com', status: 200 },
  ])
})
