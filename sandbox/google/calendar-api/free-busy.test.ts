import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as openid from 'openid-client'
import { askInBrowser, calendarClient, calendarOf, refusal, signIn, startSandbox } from '../test-client.ts'
import type { RunningSandbox } from '../test-client.ts'

let sandbox: RunningSandbox
let clock = Date.now()
beforeAll(async () => {
  sandbox = await startSandbox({ now: () => clock })
})
afterAll(() => sandbox.app.close())

const ORIGIN = 'https://meet.example.com'
const MARCH = { timeMin: '2026-03-01T00:00:00Z', timeMax: '2026-04-01T00:00:00Z' }

async function tokenOf(email: string): Promise<string> {
  const { answer } = await askInBrowser(sandbox, { email })
  return answer['access_token']!
}

const query = (token: string, body: object = { ...MARCH, items: [{ id: 'primary' }] }) =>
  fetch(`${sandbox.issuer}/calendar/v3/freeBusy`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', origin: ORIGIN },
    body: JSON.stringify(body),
  })

describe('the authorization page for browsers', () => {
  it('answers in the fragment, with a token for what was granted', async () => {
    const { status, answer, sent } = await askInBrowser(sandbox, { email: 'ada@example.com' })
    expect([status, String(sent)]).toEqual([303, ''])
    expect(answer).toEqual({
      state: 's',
      access_token: expect.stringMatching(/^ya29\./),
      token_type: 'Bearer',
      expires_in: '3600',
      scope: 'https://www.googleapis.com/auth/calendar.freebusy',
    })
  })

  it('returns a denial in the fragment', async () => {
    const { answer } = await askInBrowser(sandbox, { email: '', action: 'deny' })
    expect(answer).toEqual({ state: 's', error: 'access_denied' })
  })

  it.each([
    ['a code, which needs a secret', { response_type: 'code' }],
    ['an address elsewhere', { redirect_uri: 'https://example.com/' }],
    ['a scope the sandbox lacks', { scope: 'https://www.googleapis.com/auth/drive' }],
  ])('refuses %s', async (_name, params) => {
    expect((await askInBrowser(sandbox, { email: 'ada@example.com' }, params)).status).toBe(400)
  })
})

describe('freebusy.query', () => {
  it('returns merged busy times, cut to the range, and nothing about them', async () => {
    const client = await calendarOf(sandbox, 'bo@example.com')
    const insert = async (start: object, end: object, more: object = {}) => {
      const requestBody = { summary: 'Secret', start, end, ...more }
      await client.events.insert({ calendarId: 'primary', requestBody })
    }
    const at = (time: string) => ({ dateTime: `2026-03-02T${time}:00-05:00` })
    await insert(at('09:00'), at('10:00'))
    await insert(at('09:30'), at('11:00'))
    await insert(at('11:00'), at('11:30'))
    await insert(at('13:00'), at('14:00'), { transparency: 'transparent' })
    await insert(at('15:00'), at('16:00'), {
      attendees: [{ email: 'bo@example.com', responseStatus: 'declined' }],
    })
    await insert({ date: '2026-03-08' }, { date: '2026-03-09' })
    await insert({ date: '2026-03-31' }, { date: '2026-04-03' })
    const weekly = { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=2'] }
    const zoned = (dateTime: string) => ({ dateTime, timeZone: 'America/New_York' })
    await insert(zoned('2026-03-03T09:00:00-05:00'), zoned('2026-03-03T09:30:00-05:00'), weekly)
    const response = await query(await tokenOf('bo@example.com'))
    expect(response.headers.get('access-control-allow-origin')).toBe(ORIGIN)
    const answer: { calendars: unknown } = await response.json()
    expect(answer.calendars).toEqual({
      primary: {
        busy: [
          { start: '2026-03-02T14:00:00Z', end: '2026-03-02T16:30:00Z' },
          { start: '2026-03-03T14:00:00Z', end: '2026-03-03T14:30:00Z' },
          // The day on which New York's clocks change.
          { start: '2026-03-08T05:00:00Z', end: '2026-03-09T04:00:00Z' },
          { start: '2026-03-10T13:00:00Z', end: '2026-03-10T13:30:00Z' },
          { start: '2026-03-31T04:00:00Z', end: '2026-04-01T00:00:00Z' },
        ],
      },
    })
  })

  it('knows only the calendars of the caller', async () => {
    const answer = await query(await tokenOf('cy@example.com'), {
      ...MARCH,
      items: [{ id: 'bo@example.com' }],
    })
    expect(await answer.json()).toMatchObject({
      calendars: { 'bo@example.com': { errors: [{ domain: 'global', reason: 'notFound' }], busy: [] } },
    })
  })

  it('refuses a token that is bad, expired, or for something else', async () => {
    const reason = async (token: string) => {
      const answer = await query(token)
      // Otherwise a page couldn't tell why.
      expect(answer.headers.get('access-control-allow-origin')).toBe(ORIGIN)
      const { error }: { error: { errors: { reason: string }[] } } = await answer.json()
      return [answer.status, error.errors[0]!.reason]
    }
    const token = await tokenOf('di@example.com')
    expect(await reason('guess')).toEqual([401, 'authError'])
    const none = await askInBrowser(sandbox, [
      ['email', 'di@example.com'],
      ['granular', '1'],
    ])
    expect(none.answer['scope']).toBe('')
    expect(await reason(none.answer['access_token']!)).toEqual([403, 'insufficientPermissions'])
    const call = calendarClient(sandbox.origin, token).events.list({ calendarId: 'primary' })
    expect(await refusal(call)).toEqual({ status: 403, reason: 'insufficientPermissions' })
    clock += 3_601_000
    expect(await reason(token)).toEqual([401, 'authError'])
    clock -= 3_601_000
  })

  it('ends when its permission is revoked, and not when the other app’s is', async () => {
    const { config, tokens } = await signIn(sandbox, { email: 'fay@example.com' })
    const token = await tokenOf('fay@example.com')
    const host = calendarClient(sandbox.origin, tokens.access_token)
    const revoke = (body: string) =>
      fetch(`${sandbox.issuer}/revoke`, { method: 'POST', body: new URLSearchParams({ token: body }) })
    expect((await revoke(token)).status).toBe(200)
    expect((await query(token)).status).toBe(401)
    await host.calendarList.list()
    expect((await openid.refreshTokenGrant(config, tokens.refresh_token!)).scope).toContain('calendar.events')
    const second = await tokenOf('fay@example.com')
    await revoke(tokens.refresh_token!)
    expect(await refusal(host.calendarList.list())).toMatchObject({ status: 401 })
    expect((await query(second)).status).toBe(200)
  })

  it.each([
    [{ items: [] }, 'required'],
    [{ timeMin: MARCH.timeMax, timeMax: MARCH.timeMin }, 'timeRangeEmpty'],
    [{ ...MARCH, timeMin: 'yesterday' }, 'invalid'],
  ])('refuses %o', async (body, reason) => {
    const answer = await query(await tokenOf('ed@example.com'), body)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: { errors: [{ reason }] } })
  })

  it('can be asked from any page, with a token', async () => {
    const answer = await fetch(`${sandbox.issuer}/calendar/v3/freeBusy`, {
      method: 'OPTIONS',
      headers: {
        origin: ORIGIN,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    })
    expect(answer.ok).toBe(true)
    expect(answer.headers.get('access-control-allow-origin')).toBe(ORIGIN)
    expect(answer.headers.get('access-control-allow-headers')).toContain('authorization')
  })
})
