// A made-up host with events and a full week, for pictures of the product.
import { googleAccount } from '../dist/testing/calendars/google-account.js'
import { ok, signIn } from '../dist/testing/server/test-app.js'

const ZONE = 'America/New_York'
/** A Monday morning in New York: the week's busy times are all still to come. */
export const NOW = '2027-06-07T13:40:00Z'
const BEFORE = '2027-06-03T14:00:00Z'
/** After this, slots and the calendar read what changed in Google. */
const MIRROR_AGE_MS = 16 * 60_000

const at = (day, time) => `2027-06-${day}T${time}:00-04:00`

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const hours = Object.fromEntries(
  weekdays.map((name, index) => [
    name,
    {
      enabled: index > 0 && index < 6,
      slots: [
        { start: '09:00', end: '12:00' },
        { start: '13:00', end: '17:00' },
      ],
    },
  ]),
)

const events = {
  intro: {
    title: 'Intro call',
    description: 'A first chat about your project. Tell me what you’re working on, and ask me anything.',
    duration: 30,
  },
  review: {
    title: 'Design review',
    description: 'We go through your screens together, and you leave with a list of what to fix first.',
    duration: 60,
    meetVia: 'zoom',
  },
}

const bookings = [
  ['intro', 'Yuki Tanaka', '07', '11:00'],
  ['review', 'Amara Okafor', '07', '14:00'],
  ['review', 'Li Wei', '08', '10:00'],
  ['intro', 'Tomas Ekberg', '08', '15:30'],
  ['intro', 'Noor Haddad', '09', '10:00'],
  ['review', 'Priya Raman', '09', '14:00'],
  ['intro', 'Jonas Weber', '10', '15:00'],
  ['review', 'Elena Rossi', '11', '09:00'],
  ['intro', 'Sam Carter', '11', '13:00'],
]

const busyTimes = [
  ['Stand-up', '07', '10:00', '10:30'],
  ['Dentist', '08', '13:00', '14:30'],
  ['Stand-up', '09', '09:00', '09:30'],
  ['Lunch with Alma', '09', '12:00', '13:00', 'tentative'],
  ['Workshop', '10', '09:30', '12:00'],
  ['School run', '11', '15:00', '16:30'],
]

/** Signs the host in on a test app and sets its clock to `NOW`. Returns the session and an event's link. */
export async function seedHost(app) {
  app.clock.now = Date.parse(BEFORE)
  const session = await signIn(app.origin, 'maya@example.com', { name: 'Maya Lindqvist' })
  const { sessionToken: token, user } = session
  await ok(app.origin, 'updateSettings', { token, body: { timezone: ZONE, time_format: '12hour' } })
  const google = await googleAccount(app, user.id)
  for (const [summary, day, from, to, status] of busyTimes) {
    const requestBody = {
      summary,
      status,
      start: { dateTime: at(day, from) },
      end: { dateTime: at(day, to) },
    }
    await google.events.insert({ calendarId: 'primary', requestBody }, app.googleCalendar.callOptions)
  }
  const made = {}
  for (const [name, event] of Object.entries(events)) {
    const body = { ...event, timezone: ZONE, weeklyAvailabilitySlots: hours }
    made[name] = await ok(app.origin, 'createEvent', { token, body })
  }
  app.clock.now += MIRROR_AGE_MS
  for (const [name, fullName, day, time] of bookings) {
    const email = `${fullName.toLowerCase().replace(' ', '.')}@example.com`
    await ok(app.origin, 'createBooking', {
      query: { bookingUrlId: made[name].bookingUrlId },
      body: { fullName, email, startUTC: at(day, time), timezone: ZONE },
    })
  }
  app.clock.now = Date.parse(NOW)
  return { session, bookingUrlId: made.intro.bookingUrlId }
}
