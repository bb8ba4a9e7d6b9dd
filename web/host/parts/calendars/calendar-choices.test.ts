import { expect, test } from 'vitest'
import { calendarChoices } from './calendar-choices.ts'

const calendar = { isPrimary: true, hasVideoCalls: false, email: 'ada', server: null }

test('calendars are grouped by account, also if two accounts have the same name', () => {
  const work = { ...calendar, id: 'work', name: 'Work', server: 'dav.example.com' }
  const home = { ...calendar, id: 'home', name: 'Home', server: 'cloud.example.org' }
  const mine = { ...calendar, id: 'mine', name: 'Mine' }
  expect(calendarChoices([mine, work, home])).toEqual([
    { value: 'mine', label: 'Mine', group: 'ada' },
    { value: 'work', label: 'Work', group: 'ada (dav.example.com)' },
    { value: 'home', label: 'Home', group: 'ada (cloud.example.org)' },
  ])
  expect(calendarChoices([work])).toEqual([{ value: 'work', label: 'Work' }])
})
