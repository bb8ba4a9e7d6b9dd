import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { HOUR, MINUTE } from '../../availability/units.ts'
import { consent, call, googleFault, ok, startTestApp } from '../../testing/server/test-app.ts'
import { createClockCheck } from './check-clock.ts'

const { error: ERROR, warn: WARN } = pino.levels.values
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

test.each([
  { off: '60 minutes behind', shiftMs: HOUR, answer: { status: 200 }, levels: [ERROR] },
  {
    off: '90 minutes ahead of',
    shiftMs: -90 * MINUTE,
    // By our clock, Google's tokens have expired when they come, which the log of the request explains.
    answer: { status: 400, code: 'sign_in_refused' },
    levels: [ERROR, WARN],
  },
])(
  'with a clock that is $off Google’s, sign-ins answer $answer.status and the log says why',
  async (clock) => {
    const { off, shiftMs, answer, levels } = clock
    const logged: string[] = []
    const app = await startTestApp({ log: (line) => logged.push(line) })
    onTestFinished(() => app.close())
    await googleFault(app.origin, { kind: 'clock', ms: shiftMs })
    const { stateToken, authorizationUrl } = await ok(app.origin, 'getStateToken')
    const callback = await consent(authorizationUrl, { email: 'ada@example.com' })
    const body = { code: callback.searchParams.get('code'), stateToken }
    expect(await call(app.origin, 'signIn', { body })).toMatchObject(answer)
    const problem = `this machine's clock is ${off} Google's. Set it with NTP`
    const explaining = logged.filter((line) => line.includes(problem))
    expect(explaining.map((line) => (JSON.parse(line) as { level: number }).level)).toEqual(levels)
  },
)
