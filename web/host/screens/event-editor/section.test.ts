import { expect, test } from 'vitest'
import { looksTheSame } from './section.ts'

const change = () => {}
const week = {}
const shown = {
  draft: { title: 'Intro call', week, duration: 30 },
  errors: { title: 'Enter a title' },
  change,
}
const isSame = looksTheSame(['title', 'week'] as const) as (one: object, other: object) => boolean

test('a section looks the same with the same parts, errors and other properties', () => {
  expect(isSame(shown, { draft: { ...shown.draft }, errors: { ...shown.errors }, change })).toBe(true)
  expect(isSame(shown, { ...shown, draft: { ...shown.draft, duration: 45 } })).toBe(true)
})

test.each<[string, object]>([
  ['one of its parts', { draft: { ...shown.draft, title: 'Intro' } }],
  ['a part with the same content', { draft: { ...shown.draft, week: {} } }],
  ['another error', { errors: { title: 'Too long' } }],
  ['one error more', { errors: { ...shown.errors, duration: 'Enter a number' } }],
  ['one error less', { errors: {} }],
  ['another property', { change: () => {} }],
  ['a property more', { calendar: null }],
])('it looks different with %s', (_what, changed) => {
  expect(isSame(shown, { ...shown, ...changed })).toBe(false)
})
