import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSingleFlight } from './single-flight.ts'

/** Calls with work that ends when told to, and a log of what runs. */
function recorder() {
  const started: { key: string; input: number; end: (error?: Error) => void }[] = []
  const run = createSingleFlight<number>(Math.max)
  return {
    started,
    call: (key: string, input: number) =>
      run(
        started,
        key,
        input,
        (merged) =>
          new Promise<void>((resolve, reject) => {
            started.push({
              key,
              input: merged,
              end: (error) => (error ? reject(error) : resolve()),
            })
          }),
      ),
  }
}

test('calls during a run share the next one, which has their merged input', async () => {
  const { started, call } = recorder()
  const first = call('a', 1)
  const waiting = [call('a', 3), call('a', 5), call('a', 4)]
  expect(new Set(waiting).size).toBe(1)
  expect(started.map(({ input }) => input)).toEqual([1])
  started[0]!.end()
  await first
  await expect.poll(() => started.length).toBe(2)
  expect(started[1]!.input).toBe(5)
  started[1]!.end()
  await Promise.all(waiting)
})

test('a failed run fails only its own callers', async () => {
  const { started, call } = recorder()
  const failing = call('a', 1)
  const next = call('a', 2)
  started[0]!.end(new Error('No'))
  await expect(failing).rejects.toThrow('No')
  await expect.poll(() => started.length).toBe(2)
  started[1]!.end()
  await next
})

test('every call is answered by a run that began after it, and no key has two runs at once', async () => {
  const calls = fc.array(fc.record({ key: fc.constantFrom('a', 'b'), pause: fc.nat(3) }), { maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(calls, async (plan) => {
      const run = createSingleFlight<number>(Math.max)
      const running = new Map<string, number>()
      let clock = 0
      let lastStart = 0
      const turns = async (count: number) => {
        for (let turn = 0; turn < count; turn += 1) await Promise.resolve()
      }
      const answers = []
      for (const { key, pause } of plan) {
        const calledAt = (clock += 1)
        answers.push(
          run(plan, key, calledAt, async (newest) => {
            expect(running.get(key) ?? 0).toBe(0)
            running.set(key, 1)
            lastStart = clock += 1
            expect(lastStart).toBeGreaterThan(newest)
            await turns(3)
            running.set(key, 0)
          }).then(() => expect(lastStart).toBeGreaterThan(calledAt)),
        )
        await turns(pause)
      }
      await Promise.all(answers)
    }),
  )
})
