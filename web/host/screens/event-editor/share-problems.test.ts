import { expect, it } from 'vitest'
import { noRules } from '../../../../contract/events/event-rules.ts'
import { defaultWeek } from '../../../../contract/hours/weekly-availability.ts'
import { shareProblems } from './share-problems.ts'

const now = Date.parse('2027-01-06T12:00:00Z')
const viewer = { locale: 'en-US', timeZone: 'America/New_York', hour12: false }
const event = {
  isEnabled: true,
  isArchived: false,
  timezone: 'Europe/Stockholm',
  duration: 30,
  hours: { timezone: 'Europe/Stockholm', week: defaultWeek(), overrides: [], travels: [] },
  rules: noRules,
  eventStartUtc: null,
  eventEndUtc: null,
  bookingStartUtc: null,
  bookingEndUtc: null,
  meetVia: 'google-meet',
  location: '',
} as const
const problems = (part: object, connection: 'connected' | 'broken' = 'connected') =>
  shareProblems({ ...event, ...part }, connection, viewer, now)

it('finds nothing wrong with an event that people can book', () => {
  expect(problems({})).toEqual({ blocking: [], missing: [] })
  expect(problems({ meetVia: 'zoom', location: 'https://zoom.example/1' }).missing).toEqual([])
})

it('says why nobody can book and what to do', () => {
  expect(problems({ isEnabled: false, duration: 600 }).blocking).toEqual([
    'The event is paused. Turn on Active to take bookings.',
    'At 600 minutes, the meeting doesn’t fit into any of your weekly hours. Shorten it or add longer hours.',
  ])
  expect(problems({}, 'broken').blocking).toEqual([
    'Your calendar isn’t connected. Connect it so we can offer times.',
  ])
})

it("says when booking opens in the event's zone", () => {
  expect(problems({ bookingStartUtc: '2027-02-01T08:00:00.000Z' }).blocking).toEqual([
    'Booking opens on Monday, February 1, 2027, 09:00, Europe/Stockholm. To open it now, clear the start date.',
  ])
})

it.each([
  ['zoom', 'There’s no meeting link. Add it so people know how to join.'],
  ['in-person', 'There’s no address. Add it so people know where to go.'],
])('asks for what a %s meeting needs', (meetVia, text) => {
  expect(problems({ meetVia, location: ' ' })).toEqual({ blocking: [], missing: [text] })
})
