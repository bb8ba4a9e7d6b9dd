import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../testing/fuzz/any-character.ts'
import type { BookedCollection } from '../../contract/custom-fields/collection.schema.ts'
import { calendarFile, calendarPart, type CalendarBooking } from './calendar-part.ts'
import { calendarParameter, calendarText, contentLine, textValue } from '../calendars/icalendar/ical-lines.ts'

const START = Date.parse('2027-01-05T15:00:00Z')
const host = { name: 'Maya Lindqvist', address: 'maya@example.com' }
const publicUrl = 'https://meet.example.com'

const asked = (label: string, value: string, collectionStage: BookedCollection['collectionStage']) => ({
  id: label,
  name: 'Collection',
  description: '',
  collectionStage,
  fields: [
    {
      id: label,
      type: 'single-line',
      label,
      description: '',
      options: [],
      customId: null,
      icon: null,
      isRequired: false,
      fieldPosition: 0,
      isDeleted: false,
      value,
    },
  ],
})

const booking: CalendarBooking = {
  id: 'BnpQCSAzBFUigHpqZwtd8ckK',
  calendarEntryId: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
  sequence: 0,
  title: 'Intro call',
  description: 'Bring questions.',
  meetVia: 'google-meet',
  meetingUrl: null,
  location: '',
  fullName: 'Bob Marsh',
  email: 'bob@example.com',
  startAt: START,
  endAt: START + 1_800_000,
  customFields: [asked('Company', 'Weber', 'onBooking'), asked('Hidden score', '987', 'postBooking')],
}

const part = (
  change: Partial<CalendarBooking> = {},
  more: Partial<Parameters<typeof calendarPart>[0]> = {},
) =>
  calendarPart({
    booking: { ...booking, ...change },
    host,
    role: 'invitee',
    to: booking.email,
    method: 'REQUEST',
    publicUrl,
    stampedAt: START - 1000,
    ...more,
  })

/** As parsed by an independent library; fails for lines that are too long or end wrongly. */
function read(text: string) {
  expect(text.endsWith('\r\n')).toBe(true)
  for (const line of text.slice(0, -2).split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(line).not.toMatch(/[\r\n]|^ ?$/)
    expect(line).not.toContain('\uFFFD')
  }
  const calendar = new ICAL.Component(ICAL.parse(text) as [string, unknown[], unknown[]])
  const components = calendar.getAllSubcomponents('vevent')
  expect(components).toHaveLength(1)
  const event = components[0]!
  const value = (name: string) => event.getFirstPropertyValue(name) as unknown
  return {
    method: calendar.getFirstPropertyValue('method'),
    version: calendar.getFirstPropertyValue('version'),
    uid: value('uid'),
    sequence: value('sequence'),
    status: value('status'),
    start: (value('dtstart') as ICAL.Time).toJSDate().getTime(),
    startText: String(value('dtstart')),
    end: (value('dtend') as ICAL.Time).toJSDate().getTime(),
    stamp: (value('dtstamp') as ICAL.Time).toJSDate().getTime(),
    summary: value('summary'),
    description: value('description') as string,
    location: value('location'),
    url: value('url'),
    organizer: value('organizer'),
    organizerName: event.getFirstProperty('organizer')?.getFirstParameter('cn'),
    attendees: event.getAllProperties('attendee').map((attendee) => ({
      address: attendee.getFirstValue() as unknown,
      name: attendee.getFirstParameter('cn'),
      status: attendee.getFirstParameter('partstat'),
      rsvp: attendee.getFirstParameter('rsvp'),
      role: attendee.getFirstParameter('role'),
    })),
  }
}

test('a booking is a request with all details', () => {
  expect(read(part())).toEqual({
    method: 'REQUEST',
    version: '2.0',
    uid: '0f1e2d3c4b5a69788796a5b4c3d2e1f0@google.com',
    sequence: 0,
    status: 'CONFIRMED',
    start: START,
    startText: '2027-01-05T15:00:00Z',
    end: START + 1_800_000,
    stamp: START - 1000,
    summary: 'Intro call with Maya Lindqvist',
    description:
      'Bring questions.\n\nGoogle Meet\n\nCompany: Weber\n\n' +
      'Details and changes: https://meet.example.com/booking-confirmation/BnpQCSAzBFUigHpqZwtd8ckK',
    location: null,
    url: 'https://meet.example.com/booking-confirmation/BnpQCSAzBFUigHpqZwtd8ckK',
    organizer: 'mailto:maya@example.com',
    organizerName: 'Maya Lindqvist',
    attendees: [
      {
        address: 'mailto:maya@example.com',
        name: host.name,
        status: 'ACCEPTED',
        rsvp: 'FALSE',
        role: 'CHAIR',
      },
      {
        address: 'mailto:bob@example.com',
        name: 'Bob Marsh',
        status: 'ACCEPTED',
        rsvp: 'FALSE',
        role: 'REQ-PARTICIPANT',
      },
    ],
  })
})

test('a move keeps the uid and raises the sequence, and a cancellation cancels', () => {
  const moved = read(part({ sequence: 1, startAt: START + 3_600_000, endAt: START + 5_400_000 }))
  expect(moved).toMatchObject({ method: 'REQUEST', sequence: 1, start: START + 3_600_000 })
  const canceled = read(part({ sequence: 2 }, { method: 'CANCEL' }))
  expect(canceled).toMatchObject({ method: 'CANCEL', sequence: 2, status: 'CANCELLED' })
  expect(new Set([read(part()).uid, moved.uid, canceled.uid]).size).toBe(1)
  expect(canceled.attendees).toHaveLength(2)
})

test("the host meets the invitee, and a guest is invited without the invitee's address", () => {
  expect(read(part({}, { role: 'host', to: host.address })).summary).toBe('Intro call with Bob Marsh')
  const invitation = part({}, { role: 'guest', to: 'guest@example.com' })
  expect(invitation.replaceAll('\r\n ', '')).not.toContain('mailto:bob@example.com')
  const { attendees } = read(invitation)
  expect(attendees).toHaveLength(2)
  expect(attendees[1]).toMatchObject({
    address: 'mailto:guest@example.com',
    status: 'NEEDS-ACTION',
    rsvp: 'TRUE',
  })
})

test("the video call's link is the location", () => {
  const meetingUrl = 'https://meet.google.com/abc-defg-hij'
  const text = part({ meetingUrl })
  expect(read(text)).toMatchObject({ location: meetingUrl })
  expect(text.replaceAll('\r\n ', '')).toContain(
    `CONFERENCE;VALUE=URI;FEATURE=VIDEO;LABEL="Google Meet":${meetingUrl}\r\n`,
  )
  expect(read(text).description).toContain(`Google Meet\nMeeting link: ${meetingUrl}`)
})

test("the event's location is used too, even if it is not a link", () => {
  const address = 'Main Street 1, 2nd floor;\nring twice'
  const inPerson = part({ meetVia: 'in-person', location: address })
  expect(read(inPerson).location).toBe(address)
  expect(read(inPerson).description).toContain(`In person\nAddress: ${address}`)
  expect(inPerson).not.toContain('CONFERENCE')
  expect(part({ meetVia: 'zoom', location: 'https://zoom.us/j/1' })).toContain(':https://zoom.us/j/1\r\n')
  const nasty = 'https://zoom.us/j/1\nATTENDEE:mailto:eve@example.com'
  expect(read(part({ meetVia: 'zoom', location: nasty })).attendees).toHaveLength(2)
  expect(part({ meetVia: 'zoom', location: nasty })).not.toContain('CONFERENCE')
})

test('the downloadable file is published without attendees or the host’s address', () => {
  const file = (status: 'confirmed' | 'canceled') =>
    calendarFile({
      booking: { ...booking, status },
      hostName: host.name,
      organizer: { name: 'Boomtime', address: 'no-reply@example.com' },
      publicUrl,
      now: START - 1000,
    })
  expect(read(file('confirmed'))).toMatchObject({
    method: 'PUBLISH',
    status: 'CONFIRMED',
    uid: read(part()).uid,
    organizer: 'mailto:no-reply@example.com',
    organizerName: host.name,
    attendees: [],
    start: START,
  })
  expect(read(file('canceled')).status).toBe('CANCELLED')
  expect(file('confirmed')).not.toContain(host.address)
})

describe('an instant is the same in every zone', () => {
  test.each([
    ['America/New_York', '2027-03-14T06:30:00Z', '2027-03-14T07:30:00Z'],
    ['America/New_York', '2027-11-07T05:30:00Z', '2027-11-07T06:30:00Z'],
    ['Europe/Berlin', '2027-03-28T00:30:00Z', '2027-03-28T01:30:00Z'],
    ['Asia/Kolkata', '2027-07-01T03:30:00Z', '2027-07-01T04:00:00Z'],
    ['Australia/Lord_Howe', '2027-04-03T14:45:00Z', '2027-04-03T15:15:00Z'],
  ])('%s at %s', (_zone, from, to) => {
    const read1 = read(part({ startAt: Date.parse(from), endAt: Date.parse(to) }))
    expect([read1.start, read1.end]).toEqual([Date.parse(from), Date.parse(to)])
    expect(read1.startText).toBe(from)
  })
})

test("contains none of the host's private notes", () => {
  expect(part()).not.toContain('Hidden')
  expect(part()).not.toContain('987')
})

test.each([
  ['commas, semicolons; colons: and \\ backslashes'],
  ['a line\nand another\r\nand a third\rhere'],
  ['👩‍👩‍👧‍👦'.repeat(40)],
  ['x'.repeat(2000)],
  ['ends in a space '],
  ['BEGIN:VEVENT\r\nEND:VCALENDAR'],
])('a title is read back as written (%#)', (title) => {
  const { summary } = read(part({ title }))
  expect(summary).toBe(`${title.replaceAll(/\r\n?/g, '\n')} with Maya Lindqvist`)
})

test("names can't end a parameter or a line", () => {
  const fullName = 'Bob "Bobby"; Marsh, Jr.: ^n ^^\r\nATTENDEE:mailto:eve@example.com'
  const { attendees } = read(part({ fullName }))
  expect(attendees).toHaveLength(2)
  expect(attendees[1]!.name).toBe("Bob 'Bobby'; Marsh, Jr.: ^n ^^ ATTENDEE:mailto:eve@example.com")
  const email = 'bob@example.com\r\nATTENDEE:mailto:eve@example.com'
  expect(read(part({ email })).attendees).toHaveLength(2)
})

const anything = fc.string({ unit: anyCharacter, maxLength: 300 })

test('an independent parser reads back any input', () => {
  fc.assert(
    fc.property(
      fc.record({ title: anything, description: anything, fullName: anything.map((text) => `B${text}`) }),
      fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2099, 0) }),
      fc.nat(1000),
      (said, minute, sequence) => {
        const startAt = Math.floor(minute / 1000) * 1000
        const found = read(part({ ...said, startAt, endAt: startAt + 60_000, sequence }))
        expect(found.summary).toBe(`${calendarText(said.title)} with Maya Lindqvist`)
        expect(found.description.startsWith(calendarText(said.description))).toBe(true)
        expect(found.attendees[1]!.name).toBe(calendarParameter(said.fullName))
        expect([found.start, found.end]).toEqual([startAt, startAt + 60_000])
        expect(found.sequence).toBe(sequence)
      },
    ),
  )
})

test('a folded line unfolds to itself', () => {
  fc.assert(
    fc.property(anything, (text) => {
      const line = contentLine('SUMMARY', textValue(text))
      expect(line.replaceAll('\r\n ', '')).toBe(`SUMMARY:${textValue(text)}\r\n`)
    }),
  )
})
