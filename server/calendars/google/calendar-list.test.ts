import { expect, test } from 'vitest'
import { calendarSummaries } from './calendar-list.ts'

test.each([
  ['the host’s own name', { summary: 'Team', summaryOverride: 'Work' }, 'Work'],
  ['its name', { summary: 'Team' }, 'Team'],
  ['its name in place of an empty one', { summary: 'Team', summaryOverride: '' }, 'Team'],
  ['its id in place of blanks', { summary: ' ', summaryOverride: ' ' }, 'team@example.com'],
  ['its id', {}, 'team@example.com'],
])('a calendar is listed by %s', (_name, names, expected) => {
  const entries = [{ id: 'team@example.com', ...names }, { summary: 'Without an id' }]
  expect(calendarSummaries(entries).map(({ name }) => name)).toEqual([expected])
})
