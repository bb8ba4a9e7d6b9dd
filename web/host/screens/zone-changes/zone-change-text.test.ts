import { expect, test } from 'vitest'
import type { BookingZone, ZoneChange } from '../../../../contract/bookings/zone-changes.schema.ts'
import { choiceTexts, zoneTexts } from './zone-change-text.ts'

const HOUR = 3600
const CLOCK = { locale: 'en-US', hour12: true }

// Names that no rules are known for: the offsets are all that counts.
const zoneOf = (name: string, agreed: number, now: number, isInvitees = false): BookingZone => ({
  timeZone: `Mars/${name}`,
  isInvitees,
  isMoved: agreed !== now,
  agreedOffset: agreed * HOUR,
  offset: now * HOUR,
  offsetIfMoved: now * HOUR,
})
const changeOf = (startUtc: string, agreedStartUtc: string, ...zones: BookingZone[]): ZoneChange => ({
  id: 'a',
  title: 'Intro call',
  fullName: 'Bob',
  startUtc,
  agreedStartUtc,
  zones,
})

test.each([
  ['2027-01-04T16:00:00Z', -6, -5, { agreed: '10:00 AM', now: '11:00 AM' }],
  ['2027-01-04T18:15:00Z', 5.5, 6, { agreed: 'Mon, Jan 4, 11:45 PM', now: 'Tue, Jan 5, 12:15 AM' }],
])('%s, agreed at UTC%d, now UTC%d', (start, agreed, now, expected) => {
  expect(choiceTexts(changeOf(start, start, zoneOf('Base', agreed, now)), CLOCK)).toEqual(expected)
})

test('names the zone that moved if there are two', () => {
  const event = zoneOf('Base', -6, -6)
  const change = changeOf(
    '2027-01-04T16:00:00Z',
    '2027-01-04T15:00:00Z',
    event,
    zoneOf('Far_Side', 1, 2, true),
  )
  expect(choiceTexts(change, CLOCK)).toEqual({
    agreed: '5:00 PM Far Side time',
    now: '6:00 PM Far Side time',
  })
})

test('says what a move changes in the zone that stayed', () => {
  const [event, invitees] = [zoneOf('Base', -6, -6), zoneOf('Far_Side', 1, 2, true)]
  const change = changeOf('2027-01-04T16:00:00Z', '2027-01-04T15:00:00Z', event, invitees)
  expect(zoneTexts(event, change, CLOCK)).toEqual({
    agreed: 'Mon, Jan 4, 10:00 AM',
    now: 'Mon, Jan 4, 10:00 AM',
    ifMoved: 'Mon, Jan 4, 9:00 AM',
  })
  expect(zoneTexts(invitees, change, CLOCK)).toEqual({
    agreed: 'Mon, Jan 4, 5:00 PM',
    now: 'Mon, Jan 4, 6:00 PM',
    ifMoved: null,
  })
})

test('offers no time after a move if the agreed time doesn’t exist', () => {
  const start = '2027-01-04T16:00:00Z'
  const zone = zoneOf('Base', -6, -5)
  expect(zoneTexts(zone, changeOf(start, start, zone), CLOCK)).toMatchObject({ ifMoved: null })
})
