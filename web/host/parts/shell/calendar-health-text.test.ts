import { expect, test } from 'vitest'
import {
  disconnectedText,
  disconnectedTitle,
  unreadableText,
  unreadableTitle,
} from './calendar-health-text.ts'

const viewer = { locale: 'en-US', timeZone: 'America/New_York', hour12: true }
const since = '2027-01-04T15:00:00Z'

test('an account that isn’t connected says why, since when, and what it closes', () => {
  const account = { provider: 'caldav', problem: 'revoked', since, closedEvents: 2 } as const
  expect(disconnectedText(account, viewer)).toBe(
    'The server no longer accepts the app password. Enter a new one. Since Mon, Jan 4, 10:00 AM. 2 events can’t be booked until you connect it again.',
  )
  expect(
    disconnectedText({ ...account, provider: 'google', problem: null, since: null, closedEvents: 0 }, viewer),
  ).toBe('We’ve lost access to it. Your events stay open.')
})

test('accounts with the same name are shown with their servers', () => {
  expect(disconnectedTitle({ name: 'ada', server: 'cloud.example.com' })).toBe(
    'Your calendar account ada (cloud.example.com) isn’t connected',
  )
  expect(disconnectedTitle({ name: 'ada@example.com', server: null })).toBe(
    'Your calendar account ada@example.com isn’t connected',
  )
})

const account = { id: 'one', name: 'ada', server: 'cloud.example.com' }
const calendar = { name: 'Work', account, since, trouble: null, closedEvents: 1 }

test('a calendar that can’t be read says since when, why, and what it closes', () => {
  expect(unreadableTitle([calendar])).toBe('We can’t read your calendar “Work” right now')
  expect(unreadableText([calendar], viewer)).toBe(
    'Account: ada (cloud.example.com). Since Mon, Jan 4, 10:00 AM. We’ll keep trying. 1 event can’t be booked until we can read it again.',
  )
  expect(unreadableText([{ ...calendar, trouble: 'not_found', closedEvents: 0 }], viewer)).toBe(
    'Account: ada (cloud.example.com). Since Mon, Jan 4, 10:00 AM. There is no calendar at this address. Copy the calendar’s address again. Your events stay open for now.',
  )
})

test('several calendars of an account share the words', () => {
  const others = [
    calendar,
    { ...calendar, name: 'Home', since: '2027-01-04T14:00:00Z', closedEvents: 3 },
    { ...calendar, name: 'Team', closedEvents: 0 },
  ]
  expect(unreadableTitle(others)).toBe('We can’t read 3 calendars of ada (cloud.example.com) right now')
  expect(unreadableText(others, viewer)).toBe(
    '“Work”, “Home” and “Team”. Since Mon, Jan 4, 9:00 AM. We’ll keep trying. At least 3 events can’t be booked until we can read them again.',
  )
})

test('a calendar with its account’s name doesn’t repeat it', () => {
  const google = { ...calendar, name: 'ada', account: { ...account, server: null } }
  expect(unreadableText([google], viewer)).toMatch(/^Since/)
})
