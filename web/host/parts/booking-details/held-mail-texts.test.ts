import { expect, test } from 'vitest'
import { heldMailTexts } from './held-mail-texts.ts'

const held = (isWaiting: boolean, ...names: string[]) =>
  names.map((name) => ({ email: `${name}@example.com`, isWaiting }))

test('say who waits for an email, and who has to be told by the host', () => {
  expect(heldMailTexts([])).toEqual([])
  expect(heldMailTexts([...held(true, 'ann'), ...held(false, 'bob', 'cy')])).toEqual([
    'We haven’t emailed ann@example.com yet, because a limit on emails to new people was reached. We’ll email them once the limit allows it, unless the meeting starts first.',
    'We didn’t email bob@example.com and cy@example.com about this booking, because a limit on emails to new people was reached. Please write to them yourself.',
  ])
})

test('name three of many', () => {
  const nameOf = (count: number) => heldMailTexts(held(true, ...['a', 'b', 'c', 'd', 'e'].slice(0, count)))[0]
  expect(nameOf(4)).toContain('a@example.com, b@example.com, c@example.com and d@example.com yet')
  expect(nameOf(5)).toContain('a@example.com, b@example.com, c@example.com and 2 others yet')
})
