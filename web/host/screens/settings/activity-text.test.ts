import { expect, test } from 'vitest'
import { activityText } from './activity-text.ts'
import { retentionText } from '../../parts/retention-text.ts'

const at = { id: 'a', at: '2027-01-04T15:00:00.000Z' }

test('names devices, people and things', () => {
  expect(activityText({ ...at, kind: 'signed_in', details: { device: 'Chrome on macOS' } })).toBe(
    'You signed in with Chrome on macOS',
  )
  expect(activityText({ ...at, kind: 'session_ended', details: { device: null } })).toBe(
    'Signed out an unknown device',
  )
  expect(activityText({ ...at, kind: 'other_sessions_ended', details: { count: 1 } })).toBe(
    'Signed out 1 other device',
  )
  const details = { name: 'About you', email: 'ann@example.com' }
  expect(activityText({ ...at, kind: 'collection_shared', details })).toBe(
    'Shared “About you” with ann@example.com',
  )
  const shared = { title: 'Intro call', email: 'max@example.com' }
  expect(activityText({ ...at, kind: 'event_shared', details: { ...shared, role: 'manage' } })).toBe(
    'Shared the event “Intro call” with max@example.com (Manage)',
  )
  expect(activityText({ ...at, kind: 'event_share_left', details: shared })).toBe(
    'max@example.com left the event “Intro call”',
  )
  expect(activityText({ ...at, kind: 'quota_refused', details: { quota: 'fieldBytes' } })).toBe(
    'You reached the limit on custom fields',
  )
  expect(activityText({ ...at, kind: 'retention_changed', details: { months: 24 } })).toBe(
    'Chose to delete bookings after 2 years',
  )
})

test('whole years are years', () => {
  expect(([6, 12, 24, 36, 60] as const).map(retentionText)).toEqual([
    '6 months',
    '1 year',
    '2 years',
    '3 years',
    '5 years',
  ])
})
