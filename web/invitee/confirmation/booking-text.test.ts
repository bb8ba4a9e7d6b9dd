import { describe, expect, test } from 'vitest'
import type { BookingAnswer } from '../../../contract/bookings/booking.schema.ts'
import type { BookedCollection } from '../../../contract/custom-fields/collection.schema.ts'
import type { Viewer } from '../../../contract/time/viewer.ts'
import { momentText } from '../../../contract/time/time-text.ts'
import { answersOf, plainDetails } from './booking-text.ts'
import { calendarLinks } from './calendar-links.ts'

const berlin: Viewer = { locale: 'en-US', timeZone: 'Europe/Berlin', hour12: null }
const booking: BookingAnswer = {
  bookingData: {
    id: 'secret-id',
    status: 'confirmed',
    createdAt: '2027-01-01T00:00:00.000Z',
    duration: 30,
    title: 'Tea & talk + cake',
    description: 'First line\n<b>Second</b>',
    fullName: 'Bob',
    email: 'bob@example.com',
    guests: [],
    guestLinks: [],
    heldMails: [],
    isByLink: false,
    history: [],
    startUtc: '2027-01-04T15:00:00.000Z',
    endUtc: '2027-01-04T15:30:00.000Z',
    erasedAt: null,
    canceledAt: null,
    cancellationReason: null,
    canceledBy: null,
    meetingUrl: null,
    calendarEntryRemovedAt: null,
    calendarEntryDivergedAt: null,
    calendarEntryPendingSince: null,
    isCalendarEntryRefused: false,
    hasVideoCallFailed: false,
    customFieldsCollections: [],
    labelIds: [],
  },
  eventData: {
    title: 'Tea & talk + cake',
    meetVia: 'google-meet',
    location: '',
    timezone: 'UTC',
    hostName: 'Maya',
    hostPhoto: null,
    eventId: 'x',
    bookingUrlId: 'event_x',
    isAcceptingBookings: true,
    allowUsersToEdit: true,
    allowUsersToCancel: true,
  },
  access: { role: 'invitee', shareRole: null, email: null, includesAnswers: true, canInvite: true },
}
const withData = (bookingData: object, eventData: object = {}): BookingAnswer => ({
  bookingData: { ...booking.bookingData, ...bookingData },
  eventData: { ...booking.eventData, ...eventData },
  access: booking.access,
})

function asked(fields: [type: string, value: string | string[] | null][]): BookedCollection {
  return {
    id: 'c',
    name: 'About you',
    description: '',
    collectionStage: 'onBooking',
    fields: fields.map(([type, value], index) => ({
      id: `f${index}`,
      type,
      label: `A ${type}`,
      description: '',
      options: [],
      customId: null,
      icon: null,
      isRequired: false,
      fieldPosition: index,
      isDeleted: false,
      value,
    })),
  }
}

test('formats answers for the viewer, with dates and times independent of zones', () => {
  const collection = asked([
    ['date', '2027-03-14'],
    ['datetime', '2027-03-14T09:30'],
    ['time', '18:45'],
    ['date', 'never'],
    ['checkboxes', ['Red', 'Blue']],
    ['single-line', '  '],
    ['header', null],
  ])
  const answers = (viewer: Viewer) => answersOf([collection], viewer)[0]!.fields.map(({ answer }) => answer)
  expect(answers({ ...berlin, timeZone: 'Pacific/Kiritimati' })).toEqual([
    'Sunday, March 14, 2027',
    'Sunday, March 14, 2027, 9:30 AM',
    '6:45 PM',
    'Invalid date',
    'Red, Blue',
  ])
  expect(answers({ ...berlin, locale: 'de-DE' })[1]).toBe('Sonntag, 14. März 2027, 09:30')
  expect(answersOf([asked([['single-line', null]])], berlin)).toEqual([])
})

test("the copied details contain the zone, the answers and the location, but not the page's link", () => {
  const text = plainDetails(
    withData(
      { customFieldsCollections: [asked([['single-line', 'Sencha Ltd']])] },
      {
        meetVia: 'phone',
        location: '+49 30 1',
      },
    ),
    berlin,
  )
  expect(text.split('\n')).toEqual([
    'Tea & talk + cake',
    'Date: Monday, January 4, 2027',
    expect.stringMatching(/^Time: 4:00\s–\s4:30\sPM$/),
    'Time zone: Europe/Berlin (GMT+1)',
    'Duration: 30 minutes',
    'Meet via: Phone call',
    'Phone number: +49 30 1',
    'Host: Maya',
    'Name: Bob',
    'Email: bob@example.com',
    'A single-line: Sencha Ltd',
  ])
  expect(text).not.toContain('secret-id')
})

test('a canceled booking has no location', () => {
  const link = { meetingUrl: 'https://meet.google.com/a' }
  expect(plainDetails(withData(link), berlin)).toContain('Meeting link: https://meet.google.com/a')
  expect(plainDetails(withData({ ...link, status: 'canceled' }), berlin)).not.toContain('meet.google')
})

describe('invalid values', () => {
  test('are an Invalid date without calendar links', () => {
    const broken = withData({ startUtc: 'soon', endUtc: '' })
    expect(plainDetails(broken, berlin)).toContain('Date: Invalid date\nTime: Invalid date\n')
    expect(momentText('', berlin)).toBe('Invalid date')
    expect(calendarLinks(broken)).toEqual([])
  })
})

describe('calendar links', () => {
  const linksOf = (answer: BookingAnswer) =>
    new Map(calendarLinks(answer).map(({ name, href }) => [name, new URL(href)]))

  test('give Google the instants in UTC', () => {
    const { origin, pathname, searchParams } = linksOf(booking).get('Google Calendar')!
    expect(origin + pathname).toBe('https://calendar.google.com/calendar/render')
    expect(Object.fromEntries(searchParams)).toEqual({
      action: 'TEMPLATE',
      text: 'Tea & talk + cake with Maya',
      dates: '20270104T150000Z/20270104T153000Z',
      details: 'First line\n<b>Second</b>\n\nGoogle Meet',
      location: 'Google Meet',
    })
  })

  test.each([
    ['Outlook.com', 'https://outlook.live.com'],
    ['Microsoft 365', 'https://outlook.office.com'],
  ])('give %s the same, with text as HTML', (name, origin) => {
    const link = linksOf(withData({ meetingUrl: 'https://meet.google.com/a' })).get(name)!
    expect(link.origin).toBe(origin)
    expect(Object.fromEntries(link.searchParams)).toMatchObject({
      rru: 'addevent',
      subject: 'Tea & talk + cake with Maya',
      startdt: '2027-01-04T15:00:00Z',
      enddt: '2027-01-04T15:30:00Z',
      body: 'First line<br>&lt;b>Second&lt;/b><br><br>Google Meet: https://meet.google.com/a',
      location: 'https://meet.google.com/a',
    })
    expect(link.search).not.toContain('+')
  })

  test("never contain the page's link, and are neither too long nor cut inside a character", () => {
    const descriptions = [`x${'😀'.repeat(2500)}`, '議'.repeat(2500), `${'x'.repeat(1199)}😀`]
    for (const { href } of descriptions.flatMap((description) => calendarLinks(withData({ description })))) {
      expect(href).not.toContain('secret-id')
      expect(decodeURIComponent(href)).not.toContain('\uFFFD')
      expect(href.length).toBeLessThan(8000)
    }
  })
})
