import { expect, test } from 'vitest'
import { initials } from './initials.ts'

test.each([
  ['Maya Lindqvist', 'ML'],
  ['  ada  king von lovelace ', 'AL'],
  ['Plato', 'P'],
  ['🇸🇪 Maya', '🇸🇪M'],
  ['👩🏽‍💻 Ada 👨‍👩‍👧', '👩🏽‍💻👨‍👩‍👧'],
  ['E\u0301mile A\u030angstro\u0308m', 'E\u0301A\u030a'],
  ['कीर्ति शर्मा', 'कीश'],
  ['', ''],
])('the initials of "%s" are "%s"', (name, letters) => {
  expect(initials(name)).toBe(letters)
})
