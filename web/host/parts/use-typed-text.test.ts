import { expect, it } from 'vitest'
import { followAddress } from './use-typed-text.ts'

const field = (text: string, seen: string, sent: string) => ({ text, seen, sent })

it('keeps every typed letter while the URL lags behind', () => {
  const typing = field('ann', '', 'an')
  expect(followAddress(typing, '')).toBe(typing)
  expect(followAddress(typing, 'an')).toEqual(field('ann', 'an', 'an'))
})

it("keeps input that the URL can't contain, such as an unfinished date", () => {
  const typing = field('2', '2027-01-04', '')
  expect(followAddress(typing, '')).toEqual(field('2', '', ''))
})

it('follows back and forward, even to earlier input', () => {
  const typed = field('ann', 'ann', 'ann')
  const back = followAddress(typed, '')
  expect(back).toEqual(field('', '', ''))
  expect(followAddress(back, 'ann')).toEqual(typed)
})
