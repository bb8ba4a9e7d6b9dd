import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { onBehalfOf, Turns } from './reading-turns.ts'

const SLOW_MS = 1000

describe('hosts that share two places', () => {
  let clock: number
  let turns: Turns
  let started: string[]
  let ends: Map<string, () => void>
  beforeEach(() => {
    clock = 0
    turns = new Turns({ limit: 2, slowMs: SLOW_MS, now: () => clock })
    started = []
    ends = new Map()
  })

  /** A call that runs until it is ended by its name, which starts with the host's. */
  const call = (name: string) =>
    onBehalfOf(name[0]!, () =>
      turns.run(async () => {
        started.push(name)
        await new Promise<void>((resolve) => ends.set(name, resolve))
        return name
      }),
    )
  async function end(name: string, afterMs = 0): Promise<void> {
    clock += afterMs
    ends.get(name)!()
    await setImmediate()
  }

  test('each have one call at a time, and take turns', async () => {
    const calls = ['a1', 'a2', 'a3', 'b1', 'c1', 'c2'].map(call)
    expect(started).toEqual(['a1', 'b1'])
    await end('a1')
    expect(started).toEqual(['a1', 'b1', 'c1'])
    await end('b1')
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2'])
    for (const name of ['c1', 'a2', 'c2', 'a3']) await end(name)
    expect(await Promise.all(calls)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'c2'])
  })

  test('leave a place free if they are slow, until they are fast again', async () => {
    for (const name of ['a1', 'b1']) void call(name)
    await end('a1', SLOW_MS + 1)
    await end('b1')
    for (const name of ['a2', 'b2', 'c1']) void call(name)
    expect(started.slice(2)).toEqual(['a2', 'c1'])
    await end('a2')
    for (const name of ['a3']) void call(name)
    await end('c1')
    expect(started.slice(2)).toEqual(['a2', 'c1', 'b2', 'a3'])
  })

  test('lose no place to a call that fails', async () => {
    const failed = Array.from({ length: 3 }, () => turns.run(() => Promise.reject(new Error('broken'))))
    for (const one of failed) await expect(one).rejects.toThrow('broken')
    for (const name of ['a1', 'b1']) void call(name)
    expect(started).toEqual(['a1', 'b1'])
  })
})
