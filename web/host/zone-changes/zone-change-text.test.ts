import { expect, test } from 'vitest'
import type { ZoneChange } from '../../../contract/zone-changes.schema.ts'
import { choiceTexts } from './zone-change-text.ts'

const HOUR = 3600
const change = (startUtc: string, agreed: number, now: number): ZoneChange => ({
  id: 'a',
  title: 'Intro call',
  fullName: 'Bob',
  startUtc,
  endUtc: startUtc,
  agreedStartUtc: startUtc,
  // A name that no rules are known for: the offsets are all that counts.
  zones: [{ timeZone: 'Mars/Base', isInvitees: false, agreedOffset: agreed * HOUR, offset: now * HOUR }],
})

test.each([
  ['2027-01-04T16:00:00Z', -6, -5, { agreed: '10:00 AM', now: '11:00 AM' }],
  ['2027-01-04T18:15:00Z', 5.5, 6, { agreed: 'Mon, Jan 4, 11:45 PM', now: 'Tue, Jan 5, 12:15 AM' }],
])('%s, agreed at UTC%d, now UTC%d', (start, agreed, now, expected) => {
  expect(choiceTexts(change(start, agreed, now), { locale: 'en-US', hour12: true })).toEqual(expected)
})
