import { beforeEach, expect, test } from 'vitest'
import { createCircuitBreaker, type CircuitBreaker } from './circuit-breaker.ts'
import { CalendarError, type CalendarErrorReason, CallPostponed } from './calendar-provider.ts'

let now: number
let breaker: CircuitBreaker
let calls: number
beforeEach(() => {
  now = 1_000_000
  calls = 0
  breaker = createCircuitBreaker(() => now)
})

const fail = (hostId: string, reason: CalendarErrorReason = 'unreachable', retryAfterMs?: number) =>
  breaker
    .run(hostId, () => {
      calls++
      return Promise.reject(new CalendarError(reason, 'No', { retryAfterMs }))
    })
    .catch((error: unknown) => error)
const succeed = (hostId: string) => breaker.run(hostId, () => Promise.resolve((calls += 1)))
const open = async () => {
  for (const host of ['a', 'b', 'c', 'd', 'e']) await fail(host)
}

test('opens after failures of five different hosts in a row, and then makes no calls', async () => {
  await fail('a')
  await fail('b', 'rate_limited')
  await fail('c')
  await fail('d')
  expect(breaker.isOpen()).toBe(false)
  await fail('e')
  expect(breaker.isOpen()).toBe(true)
  expect(await fail('f')).toBeInstanceOf(CallPostponed)
  await expect(succeed('g')).rejects.toMatchObject({ reason: 'unreachable', retryAfterMs: 5000 })
  expect(calls).toBe(5)
})

test('one broken host never opens it, however often it fails', async () => {
  for (let time = 0; time < 100; time++) await fail('broken')
  for (const host of ['a', 'b', 'c']) await fail(host)
  expect(breaker.isOpen()).toBe(false)
})

test('a good answer in between starts the count over, and refusals that concern one host are good answers', async () => {
  for (const answer of [() => succeed('x'), () => fail('x', 'rejected'), () => fail('x', 'revoked')]) {
    for (const host of ['a', 'b', 'c', 'd']) await fail(host)
    await answer()
  }
  for (const host of ['a', 'b', 'c', 'd']) await fail(host)
  expect(breaker.isOpen()).toBe(false)
})

test('errors of our own say nothing about the provider', async () => {
  for (const host of ['a', 'b', 'c', 'd', 'e', 'f']) {
    await breaker.run(host, () => Promise.reject(new Error('our bug'))).catch(() => {})
  }
  expect(breaker.isOpen()).toBe(false)
})

test('lets a single call through after each pause, twice as long each time, and closes on a good answer', async () => {
  await open()
  for (const pauseMs of [5000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
    now += pauseMs - 1
    expect(await fail('a')).toBeInstanceOf(CallPostponed)
    now += 1
    const before = calls
    await Promise.all(['a', 'b', 'c'].map((host) => fail(host)))
    expect(calls).toBe(before + 1)
  }
  now += 60_000
  await succeed('a')
  expect(breaker.isOpen()).toBe(false)
  // It takes five hosts again.
  for (const host of ['a', 'b', 'c', 'd']) await fail(host)
  expect(breaker.isOpen()).toBe(false)
})

test('waits as long as the provider asks, up to five minutes', async () => {
  for (const host of ['a', 'b', 'c', 'd']) await fail(host)
  await fail('e', 'rate_limited', 42_000)
  expect(breaker.pausedForMs()).toBe(42_000)
  now += 42_000
  await fail('a', 'rate_limited', 3_600_000)
  expect(breaker.pausedForMs()).toBe(300_000)
})

test('a clock that ran ahead and is corrected keeps no call waiting', async () => {
  await open()
  now -= 3_600_000
  expect(breaker.pausedForMs()).toBe(0)
  await succeed('a')
  expect(breaker.isOpen()).toBe(false)
})

test('a probe that fails for a reason of our own is followed by another one', async () => {
  await open()
  now += 5000
  await breaker.run('a', () => Promise.reject(new Error('our bug'))).catch(() => {})
  expect(breaker.pausedForMs()).toBe(0)
  await succeed('b')
  expect(breaker.isOpen()).toBe(false)
})
