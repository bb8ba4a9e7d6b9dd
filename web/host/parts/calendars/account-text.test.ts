import { describe, expect, test } from 'vitest'
import { calendarProblemTexts } from '../../../../contract/calendars/calendar-problems.ts'
import {
  accountLine,
  accountProblem,
  agoText,
  countsText,
  readText,
  troubleText,
  unreadableEntriesText,
} from './account-text.ts'

describe('an account is described', () => {
  const account = { server: null, isSignIn: false, pollSeconds: null }
  test.each([
    [{ ...account, provider: 'google' as const }, 'Google'],
    [{ ...account, provider: 'google' as const, isSignIn: true }, 'Google · You sign in with this account'],
    [
      { ...account, provider: 'caldav' as const, server: 'p52-caldav.icloud.com', pollSeconds: 60 },
      'iCloud · p52-caldav.icloud.com',
    ],
    [
      { ...account, provider: 'caldav' as const, server: 'caldav.fastmail.com' },
      'Fastmail · caldav.fastmail.com',
    ],
    [{ ...account, provider: 'caldav' as const, server: 'noticloud.com' }, 'CalDAV · noticloud.com'],
    [
      { ...account, provider: 'ics' as const, server: 'example.com', pollSeconds: 300 },
      'Calendar address · example.com · Read every 5 minutes',
    ],
    [
      { ...account, provider: 'ics' as const, server: 'example.com', pollSeconds: 10 },
      'Calendar address · example.com · Read every minute',
    ],
  ])('%j', (connection, line) => {
    expect(accountLine(connection)).toBe(line)
  })
})

test('an account’s problem says what to do for its provider', () => {
  const broken = { status: 'broken', problem: 'revoked' } as const
  expect(accountProblem({ provider: 'google', status: 'connected', problem: null })).toBeNull()
  expect(accountProblem({ provider: 'google', ...broken })).toBe(calendarProblemTexts.revoked)
  expect(accountProblem({ provider: 'caldav', ...broken })).toBe(
    'The server no longer accepts the app password. Enter a new one.',
  )
  expect(accountProblem({ provider: 'google', status: 'missing_scopes', problem: null })).toBe(
    calendarProblemTexts.missing_scope,
  )
  expect(accountProblem({ provider: 'caldav', status: 'broken', problem: null })).toBe(
    'We can’t open this account anymore. Enter its app password again.',
  )
  expect(accountProblem({ provider: 'ics', status: 'broken', problem: null })).toBe(
    'We can’t open this account anymore. Enter its address again.',
  )
  expect(accountProblem({ provider: 'ics', status: 'broken', problem: 'unknown_key' })).toBe(
    'The saved address can’t be decrypted on this server. Enter it again.',
  )
})

test.each([
  ['2027-01-04T12:00:30Z', 'just now'],
  ['2027-01-04T11:59:01Z', 'just now'],
  ['2027-01-04T11:59:00Z', '1 minute ago'],
  ['2027-01-04T11:00:01Z', '59 minutes ago'],
  ['2027-01-04T11:00:00Z', '1 hour ago'],
  ['2027-01-03T12:00:01Z', '23 hours ago'],
  ['2027-01-02T12:00:00Z', '2 days ago'],
])('at noon, %s was %s', (instant, text) => {
  expect(agoText(instant, Date.parse('2027-01-04T12:00:00Z'))).toBe(text)
})

test('a calendar says when it was read and what writes to it', () => {
  const now = Date.parse('2027-01-04T12:00:00Z')
  const read = { lastReadAt: '2027-01-04T11:58:00Z', isChecked: true, events: 0 }
  expect(readText(read, now)).toBe('Read 2 minutes ago')
  expect(readText({ ...read, events: 1 }, now)).toBe('Read 2 minutes ago · 1 event adds bookings here')
  expect(readText({ ...read, lastReadAt: null, events: 2 }, now)).toBe(
    'Not read yet · 2 events add bookings here',
  )
  expect(readText({ ...read, lastReadAt: null, isChecked: false }, now)).toBe('')
})

test('a calendar says which entries count', () => {
  const all = { countsTentative: true, countsAllDay: true, countsOutOfOffice: true }
  expect(countsText(all)).toBe('Counts: tentative, all-day, out-of-office entries')
  expect(countsText({ ...all, countsTentative: false })).toBe('Counts: all-day, out-of-office entries')
  expect(countsText({ countsTentative: false, countsAllDay: false, countsOutOfOffice: false })).toBe(
    'Counts: only ordinary entries',
  )
})

test('an unknown trouble needs nothing from the host', () => {
  expect(troubleText(null)).toBe('It isn’t answering. We’ll keep trying.')
  expect(troubleText('insecure')).toBe('Use an address that starts with https://.')
})

describe('entries that can’t be read are named', () => {
  const viewer = { locale: 'en-US', timeZone: 'America/New_York', hour12: true }
  const dentist = { title: 'Dentist', date: '2027-03-04' }
  const untitled = { title: '', date: '2027-03-05' }
  const unknown = { title: '', date: null }
  const long = { title: 'x'.repeat(300), date: null }
  test.each([
    [1, [dentist], '1 entry can’t be read, so it may not block its times: “Dentist” (Mar 4, 2027).'],
    [1, [unknown], '1 entry can’t be read, so it may not block its times.'],
    [
      2,
      [dentist, untitled],
      '2 entries can’t be read, so they may not block their times: “Dentist” (Mar 4, 2027) and one on Mar 5, 2027.',
    ],
    [
      5,
      [dentist, unknown, long],
      `5 entries can’t be read, so they may not block their times: “Dentist” (Mar 4, 2027), “${'x'.repeat(60)}…” and 3 more.`,
    ],
  ])('%d: %j', (count, latest, text) => {
    expect(unreadableEntriesText({ count, latest }, viewer)).toBe(text)
  })
})
