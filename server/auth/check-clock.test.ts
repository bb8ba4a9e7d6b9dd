import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createClockCheck } from './check-clock.ts'
import { createGoogleOidc } from './google-oidc.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOW = Date.parse('2027-01-04T13:00:00Z')

const responseAt = (at: number, headers: Record<string, string> = {}) =>
  new Response(null, { headers: { date: new Date(at).toUTCString(), ...headers } })

test.each([
  { name: 'an hour ahead', at: NOW - HOUR, problem: '60 minutes ahead of' },
  { name: 'an hour behind', at: NOW + HOUR, problem: '60 minutes behind' },
  { name: 'five minutes off', at: NOW - 5 * MINUTE, problem: null },
  { name: 'right, by an answer from a cache', at: NOW - HOUR, age: '3600', problem: null },
])('a clock that is $name', ({ at, age, problem }) => {
  const reported: string[] = []
  const clock = createClockCheck(
    () => NOW,
    (one) => reported.push(one),
  )
  clock.check(responseAt(at, age === undefined ? {} : { age }))
  expect(reported).toEqual(problem === null ? [] : [expect.stringContaining(`clock is ${problem} Google's`)])
})

test('is reported once an hour while it is off', () => {
  let now = NOW
  const reportedAt: number[] = []
  const clock = createClockCheck(
    () => now,
    () => reportedAt.push(now - NOW),
  )
  for (; now <= NOW + 2 * HOUR; now += 20 * MINUTE) clock.check(responseAt(now - HOUR))
  expect(reportedAt).toEqual([0, HOUR, 2 * HOUR])
  clock.check(responseAt(now))
  expect(clock.problem()).toBeNull()
})

test('a sign-in that fails because of the clock says so', async () => {
  const reported: string[] = []
  const issuer = await startIssuer(Date.now() - 90 * MINUTE)
  const config = { issuer, apiRoot: '', clientId: 'client', clientSecret: 'secret', sandbox: false }
  const oidc = createGoogleOidc(config, 'http://localhost', (problem) => reported.push(problem))
  await expect(
    oidc.exchangeCode({ code: 'code', state: 'state', nonce: 'nonce', codeVerifier: 'v'.repeat(43) }),
  ).rejects.toMatchObject({
    message: expect.stringContaining('90 minutes ahead'),
    code: 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  })
  expect(reported).toEqual([expect.stringContaining("this machine's clock is 90 minutes ahead of Google's")])
})

/** An OpenID provider with another clock, whose tokens are valid for an hour. */
async function startIssuer(at: number): Promise<string> {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const server = http.createServer((request, response) => {
    const origin = `http://${request.headers.host}`
    const iat = Math.floor(at / 1000)
    const claims = { iss: origin, sub: 'ada', aud: 'client', nonce: 'nonce', iat, exp: iat + 3600 }
    const answer =
      request.url === '/token'
        ? {
            access_token: 'token',
            token_type: 'bearer',
            id_token: `${encode({ alg: 'RS256' })}.${encode(claims)}.${encode({})}`,
          }
        : { issuer: origin, token_endpoint: `${origin}/token` }
    response.setHeader('date', new Date(at).toUTCString())
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
