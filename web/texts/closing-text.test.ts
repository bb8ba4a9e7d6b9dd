import { expect, test } from 'vitest'
import type { ClosingReason } from '../../contract/events/slot-explanation.schema.ts'
import { closingText } from './closing-text.ts'

const viewer = { locale: 'en-US', timeZone: 'Europe/Berlin', hour12: true }
const home = { timezone: 'Europe/Berlin', isTrip: false }
const tokyo = { timezone: 'Asia/Tokyo', isTrip: true }
const nine = [{ start: '09:00', end: '17:00' }]
const dates = { from: '2027-01-04', to: '2027-01-05' }
const times = {
  startUtc: '2027-01-04T09:00:00Z',
  endUtc: '2027-01-04T09:30:00Z',
}

test.each<[ClosingReason, string]>([
  [{ rule: 'notAccepting', because: 'paused' }, 'The event is paused.'],
  [
    {
      rule: 'hours',
      source: 'event',
      date: '2027-01-04',
      timezone: 'America/New_York',
      isTrip: false,
      slots: nine,
    },
    'The hours on Jan 4, 2027 are 9:00 AM – 5:00 PM, America/New York. The meeting has to fit within them.',
  ],
  [
    {
      rule: 'hours',
      source: 'event',
      date: '2027-01-09',
      timezone: 'America/New_York',
      isTrip: false,
      slots: [],
    },
    'There are no hours on Jan 9, 2027, America/New York.',
  ],
  [
    { rule: 'hours', source: 'event', date: '2027-01-04', ...tokyo, slots: nine },
    'The hours on Jan 4, 2027 are 9:00 AM – 5:00 PM, Asia/Tokyo because of your trip. The meeting has to fit within them.',
  ],
  [
    { rule: 'override', source: 'event', name: '', from: dates.from, to: dates.from, ...tokyo, slots: nine },
    'A date override changes the hours on Jan 4, 2027 to 9:00 AM – 5:00 PM, Asia/Tokyo because of your trip.',
  ],
  [
    { rule: 'override', source: 'event', ...home, name: '', ...dates, slots: [] },
    'A date override closes Jan 4, 2027 – Jan 5, 2027.',
  ],
  [
    {
      rule: 'override',
      source: 'event',
      ...home,
      name: 'Dentist',
      from: dates.from,
      to: dates.from,
      slots: nine,
    },
    '“Dentist” changes the hours on Jan 4, 2027 to 9:00 AM – 5:00 PM.',
  ],
  [
    { rule: 'holiday', source: 'schedule', name: 'Epiphany', from: '2027-01-06', to: '2027-01-06' },
    'Epiphany is a holiday: Jan 6, 2027.',
  ],
  [
    { rule: 'startTimes', source: 'event', startTimes: null, duration: 90 },
    'It’s inside the hours, but times start every 90 minutes from the beginning of each range.',
  ],
  [
    { rule: 'startTimes', source: 'event', startTimes: { at: [0, 30] }, duration: 90 },
    'It’s inside the hours, but times only start at :00, :30.',
  ],
  [{ rule: 'minimumNotice', source: 'event', minutes: 2_880 }, 'The minimum notice is 2 days.'],
  [
    { rule: 'bookingWindow', source: 'event', window: { type: 'workingDays', days: 1 } },
    'People can only book up to 1 working day ahead.',
  ],
  [
    { rule: 'bookingWindow', source: 'event', window: { type: 'fixed', ...dates } },
    'People can only book dates from Jan 4, 2027 to Jan 5, 2027.',
  ],
  [
    { rule: 'eventPeriod', startUtc: null, endUtc: '2027-01-03T22:59:00Z' },
    'The event period ends on Sunday, January 3, 2027, 11:59 PM.',
  ],
  [
    { rule: 'limit', source: 'event', limit: { per: 'day', bookings: 3, minutes: null } },
    'The event’s limit is reached: 3 bookings a day.',
  ],
  [
    { rule: 'limit', source: 'host', limit: { per: 'week', bookings: 1, minutes: 600 } },
    'The limit for all your events is reached: 1 booking and 10 hours a week.',
  ],
  [
    {
      rule: 'booking',
      bookingId: 'x',
      title: 'Talk',
      fullName: 'Ann',
      isBuffer: false,
      keepsFree: null,
      ...times,
    },
    'It’s booked: Talk with Ann, Jan 4, 2027, 10:00 – 10:30 AM.',
  ],
  [
    { rule: 'calendarEntry', calendarId: 'c', calendarName: 'Work', isBuffer: true, ...times },
    'The buffer overlaps an entry in your calendar “Work”: Jan 4, 2027, 10:00 – 10:30 AM.',
  ],
  [
    { rule: 'calendar', calendarName: 'Work' },
    'We can’t read your calendar “Work” right now, so no times are offered.',
  ],
  [
    {
      rule: 'hours',
      source: 'link',
      date: '2027-01-04',
      timezone: 'America/New_York',
      isTrip: false,
      slots: nine,
    },
    'The link’s hours on Jan 4, 2027 are 9:00 AM – 5:00 PM, America/New York. The meeting has to fit within them.',
  ],
  [
    {
      rule: 'hours',
      source: 'link',
      date: '2027-01-09',
      timezone: 'America/New_York',
      isTrip: false,
      slots: [],
    },
    'The link has no hours on Jan 9, 2027, America/New York.',
  ],
  [
    { rule: 'override', source: 'link', ...home, name: '', ...dates, slots: [] },
    'A date override of the link closes Jan 4, 2027 – Jan 5, 2027.',
  ],
  [
    { rule: 'startTimes', source: 'link', startTimes: { at: [0, 30] }, duration: 90 },
    'With this link, times only start at :00, :30.',
  ],
  [{ rule: 'minimumNotice', source: 'link', minutes: 60 }, 'The link’s minimum notice is 1 hour.'],
  [
    { rule: 'bookingWindow', source: 'link', window: { type: 'workingDays', days: 1 } },
    'With this link, people can only book up to 1 working day ahead.',
  ],
  [
    { rule: 'limit', source: 'link', limit: { per: 'day', bookings: 3, minutes: null } },
    'The link’s limit is reached: 3 bookings a day.',
  ],
  [{ rule: 'notAccepting', because: 'linkClosed' }, 'The link has expired or has been used up.'],
])('%j is put into words', (closing, text) => expect(closingText(closing, viewer)).toBe(text))
