import { expect, test } from 'vitest'
import { answerText } from './answer-text.ts'

test.each([
  ['date', '2026-03-29', 'Sunday, March 29, 2026', 'Sunday, March 29, 2026'],
  // Most of Europe skips this hour, but local answers have no zone.
  ['datetime', '2026-03-29T02:30', 'Sunday, March 29, 2026, 2:30 AM', 'Sunday, March 29, 2026, 02:30'],
  ['time', '23:59', '11:59 PM', '23:59'],
  ['date', 'soon', 'Invalid date', 'Invalid date'],
  ['number', '2026', '2026', '2026'],
])('formats an answer to a %s, %s', (type, answer, words12, words24) => {
  const viewer = { locale: 'en-US', timeZone: 'Pacific/Kiritimati' }
  expect(answerText(type, answer, { ...viewer, hour12: true })).toBe(words12)
  expect(answerText(type, answer, { ...viewer, hour12: false })).toBe(words24)
})
