import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { BookingAnswer } from '../../../contract/bookings/booking.schema.ts'
import type { PublicPage } from '../../../contract/pages/page-data.ts'
import { weekdays } from '../../../contract/hours/weekly-availability.ts'
import { BookingForm } from './booking-form.tsx'
import { BookingPage } from './booking-page.tsx'

const page: PublicPage & { kind: 'booking' } = {
  kind: 'booking',
  isHostOnly: false,
  viewer: { locale: 'en-US', timeZone: 'UTC', hour12: null },
  now: '2027-01-04T08:00:00.000Z',
  booking: null,
  calendarCheck: null,
  isAccepting: true,
  duration: 30,
  month: { year: 2027, month: 1 },
  weekStart: 7,
  firstMonth: { year: 2027, month: 1 },
  lastMonth: null,
  slots: [{ startUtc: '2027-01-05T09:00:00.000Z', endUtc: '2027-01-05T09:30:00.000Z' }],
  event: {
    id: '8a1f9a55-3f0c-4c53-9d8d-0e7a4a0f5b11',
    calendarId: 'c',
    title: 'Tea',
    description: '',
    duration: 30,
    durations: [30],
    meetVia: 'phone',
    timezone: 'UTC',
    startDate: null,
    endDate: null,
    showUsersTheBookingStartDate: true,
    weeklySlots: Object.fromEntries(weekdays.map((day) => [day, { enabled: true, slots: [] }])) as never,
    customFieldsCollections: [],
    bookingUrlId: 'event_x',
    allowUsersToEdit: true,
    allowUsersToCancel: true,
    hostName: 'Maya',
    hostPhoto: null,
    serverNow: '2027-01-04T08:00:00.000Z',
  },
}
const announced = (slots: typeof page.slots) =>
  /<p class="hidden" role="status">(?:<span>)?(.*?)<\//.exec(
    renderToStaticMarkup(<BookingPage page={{ ...page, slots }} Form={BookingForm} />),
  )![1]

test('announces the number of times, but not beside an error', () => {
  expect(announced(page.slots)).toBe('1 time available')
  expect(announced([])).toBe('0 times available')
  expect(announced(null)).toBe('')
})

test('says of the last month without times that earlier ones may have some', () => {
  const shownIn = (month: number, lastMonth: number, firstMonth = 1) => {
    const opened = {
      ...page,
      slots: [],
      month: { year: 2027, month },
      firstMonth: { year: 2027, month: firstMonth },
      lastMonth: { year: 2027, month: lastMonth },
    }
    return /<p class="nothing">(.*?)<\/p>/.exec(
      renderToStaticMarkup(<BookingPage page={opened} Form={BookingForm} />),
    )![1]
  }
  expect(shownIn(1, 1)).toBe('No times are available right now.')
  expect(shownIn(2, 2)).toBe('No times are available in February 2027 or later.')
  expect(shownIn(2, 2, 2)).toBe('No times are available right now.')
  expect(shownIn(1, 2)).toBe('No times left this month. Try the next one.')
})

test('starts the week on the day that the server started it on, whatever the browser knows', () => {
  const html = renderToStaticMarkup(<BookingPage page={{ ...page, weekStart: 6 }} Form={BookingForm} />)
  expect([...html.matchAll(/abbr="(\w+)"/g)].map(([, day]) => day)).toEqual([
    'Saturday',
    'Sunday',
    'Monday',
    'Tuesday',
    'Wednesday',
    'Thursday',
    'Friday',
  ])
})

test('shows the host’s photo in its final size over their initials', () => {
  const avatarWith = (hostPhoto: string | null) =>
    /<span class="avatar".*?<\/span>/.exec(
      renderToStaticMarkup(
        <BookingPage page={{ ...page, event: { ...page.event, hostPhoto } }} Form={BookingForm} />,
      ),
    )![0]
  expect(avatarWith(null)).toBe('<span class="avatar" aria-hidden="true">M</span>')
  expect(avatarWith('/photos/x')).toBe(
    '<span class="avatar" aria-hidden="true">M<img src="/photos/x" alt="" width="36" height="36"/></span>',
  )
})

test('shows the length of the booking that is being changed, not what the event offers now', () => {
  const own = { startUtc: '2027-01-05T09:00:00.000Z', endUtc: '2027-01-05T10:30:00.000Z', duration: 90 }
  const bookingData = {
    id: 'x',
    fullName: 'Bob',
    email: 'bob@example.com',
    customFieldsCollections: [],
    ...own,
  }
  const booking = { bookingData, access: { role: 'invitee' } } as unknown as BookingAnswer
  const shownWith = (opened: Partial<typeof page>) => {
    const html = renderToStaticMarkup(
      <BookingPage page={{ ...page, booking, ...opened }} Form={BookingForm} />,
    )
    return [/(\d+) minutes/.exec(html)![1], /class="selection notranslate">.*?<span>(.*?), /.exec(html)![1]]
  }
  const kept = ['90', '9:00 – 10:30 AM']
  expect(shownWith({})).toEqual(kept)
  // The link that it was booked with still offers it.
  const endUtc = own.endUtc
  expect(shownWith({ duration: 90, slots: [{ startUtc: own.startUtc, endUtc }] })).toEqual(kept)
  expect(shownWith({ slots: null })).toEqual(kept)
})
