import { expect, test } from 'vitest'
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
  return { ask }
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
