import { expect, it } from 'vitest'
import { minutesAsHours } from './minutes-text.ts'

it.each([
  [180, '3'],
  [210, '3.5'],
  [100, '1.7'],
  [75_000, '1,250'],
])('%i minutes are %s hours', (minutes, text) => {
  expect(minutesAsHours(minutes, 'en-US')).toBe(text)
})
