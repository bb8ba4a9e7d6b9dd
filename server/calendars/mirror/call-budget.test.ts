import { expect, test } from 'vitest'
import { callBudgets } from '../../db/tables/calendars.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { createCallBudget } from './call-budget.ts'
import { leaseCalls, removeOldCallBudgets } from './lease-calls.ts'

const app = setUpApp()

/** 80 percent of the quota, in a thirtieth of a minute. */
const PER_WINDOW = 160
const process = () => {
  const budget = createCallBudget({
    callsPerMinute: 6000,
    now: () => app.clock.now,
    lease: (windowStart, calls) => {
      leases++
      return leaseCalls(app.db)(windowStart, calls)
    },
  })
  return budget
}
let leases = 0

test('several processes together keep the budget of each window, with few statements', async () => {
  const processes = [process(), process(), process()]
  for (let window = 0; window < 3; window++) {
    leases = 0
    const taken = processes.map(() => 0)
    for (let round = 0; round < 80; round++) {
      const calls = await Promise.all(processes.map((one) => one.take(1)))
      calls.forEach((count, index) => (taken[index]! += count))
    }
    // Each asked for 80 of the 160 calls.
    expect(taken.reduce((sum, count) => sum + count)).toBe(PER_WINDOW)
    expect(Math.min(...taken)).toBeGreaterThan(40)
    expect(leases).toBeLessThanOrEqual(13)
    app.clock.now += 10_000
  }
})

test('calls that were not made can be taken again, until their window ends', async () => {
  const one = process()
  expect(await one.take(10)).toBe(10)
  one.giveBack(4)
  leases = 0
  expect(await one.take(10)).toBe(10)
  expect(leases).toBe(0)
  app.clock.now += 10_000
  expect(await one.take(1)).toBe(1)
  expect(leases).toBe(1)
})

test('even the smallest quota leaves one call per window', async () => {
  const tiny = createCallBudget({
    callsPerMinute: 1,
    now: () => app.clock.now,
    lease: (_window, calls) => Promise.resolve(calls),
  })
  expect(await tiny.take(5)).toBe(1)
})

test('past windows are removed', async () => {
  await process().take(1)
  app.clock.now += 30_000
  await process().take(1)
  await removeOldCallBudgets(app.deps)
  expect(await app.db.$count(callBudgets)).toBe(1)
})
