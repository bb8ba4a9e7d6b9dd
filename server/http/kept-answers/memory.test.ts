import { expect, test, vi } from 'vitest'
import { TRUST_MS } from './host-revisions.ts'
import { createKeptAnswers, type Made } from './kept-answers.ts'

const SHORT: Made = {
  content: '{}',
  headers: {},
  lifetime: { hostId: 'host', revision: 1, until: Number.POSITIVE_INFINITY },
}

function startKeeping() {
  const revisions = { known: () => 1, read: () => Promise.resolve(1), ownChanges: () => 0 }
  const zones = { current: () => null } as never
  const kept = createKeptAnswers({ now: () => 0, zones }, revisions)
  let made = 0
  const ask = async (key: string, answer = SHORT) => {
    await kept.get(key, () => {
      made += 1
      return Promise.resolve(answer)
    })
    return made
  }
  return { ask, kept }
}

test('long addresses count as memory, even if their answers are short', async () => {
  const { ask } = startKeeping()
  const long = 'x'.repeat(14_000)
  expect(await ask('first')).toBe(1)
  expect(await ask('first')).toBe(1)
  for (let n = 0; n < 1500; n++) await ask(`${n} ${long}`)
  expect(await ask('first')).toBe(1502)
})

test('an answer that is out of date once it is made takes no room from others', async () => {
  const { ask } = startKeeping()
  await ask('first')
  const outdated = { ...SHORT, lifetime: { ...SHORT.lifetime!, until: 0 }, content: 'x'.repeat(1_000_000) }
  for (let n = 0; n < 20; n++) await ask(`${n}`, outdated)
  expect(await ask('first')).toBe(21)
})

test('an answer that takes long is shared only with those who ask while it may still be current', async () => {
  const { kept } = startKeeping()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  const { promise: made, resolve } = Promise.withResolvers<Made>()
  const make = vi.fn<() => Promise<Made>>(() => made)
  const asked = [0, TRUST_MS - 1, TRUST_MS, TRUST_MS + 1].map((now) => {
    clock.mockReturnValue(now)
    return kept.get('slow', make)
  })
  resolve(SHORT)
  await Promise.all(asked)
  expect(make).toHaveBeenCalledTimes(2)
})
