import { expect, test } from 'vitest'
import type { ConnectedCalendar } from '../../../../contract/calendars/calendar-connections.schema.ts'
import { goneCalendars, offeredCalendars, unreadableAmong, usualText } from './checked-choice.ts'

const calendar = (id: string, more: Partial<ConnectedCalendar> = {}): ConnectedCalendar => ({
  id,
  name: id,
  isPrimary: false,
  isWritable: true,
  isChecked: false,
  countsTentative: true,
  countsAllDay: true,
  countsOutOfOffice: true,
  whenUnreadable: 'close',
  events: 0,
  upcomingBookings: 0,
  lastReadAt: null,
  unreadableSince: null,
  trouble: null,
  unreadableEntries: null,
  missingSince: null,
  ...more,
})
const gone = { missingSince: '2027-01-04T15:00:00Z' }
const accounts = [
  {
    id: '1',
    name: 'ada@example.com',
    isReviewed: true,
    calendars: [
      calendar('own', { isChecked: true }),
      calendar('family', { isChecked: true, trouble: 'server_error' }),
      calendar('old', { isChecked: true, ...gone }),
      calendar('team', { unreadableSince: '2027-01-04T15:00:00Z' }),
    ],
  },
  { id: '2', name: 'new@example.com', isReviewed: false, calendars: [calendar('new')] },
]

test('the usual calendars are counted without those that are gone', () => {
  expect(usualText(accounts)).toBe('Your usual calendars (2)')
  expect(usualText(undefined)).toBe('Your usual calendars')
})

test('calendars are offered by account, and the one that the event writes to is always on', () => {
  expect(offeredCalendars(accounts, { chosen: ['team'], own: 'own' })).toEqual([
    {
      id: '1',
      name: 'ada@example.com',
      calendars: [
        { id: 'own', name: 'own', isOn: true, isOwn: true },
        { id: 'family', name: 'family', isOn: false, isOwn: false },
        { id: 'team', name: 'team', isOn: true, isOwn: false },
      ],
    },
  ])
})

test('what was chosen before can be taken off, whatever became of it', () => {
  const offered = offeredCalendars(accounts, { chosen: ['old', 'new', 'lost'], own: null })
  const on = offered.flatMap(({ calendars }) => calendars).filter(({ isOn }) => isOn)
  expect(on.map(({ id }) => id)).toEqual(['old', 'new'])
  expect(goneCalendars(accounts, ['old', 'new', 'lost'])).toEqual(['lost'])
})

test('checked calendars that can’t be read are named', () => {
  const named = (chosen: string[] | null, own: string | null) =>
    unreadableAmong(accounts, { chosen, own }).map(({ id }) => id)
  expect(named(null, 'own')).toEqual(['family'])
  expect(named(null, 'team')).toEqual(['family', 'team'])
  expect(named(['team', 'old'], 'own')).toEqual(['team'])
  expect(named([], 'own')).toEqual([])
})
