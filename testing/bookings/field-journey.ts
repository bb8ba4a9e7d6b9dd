import { MINUTE } from '../../availability/units.ts'
import { weekdays } from '../../contract/hours/weekly-availability.ts'
import { call, ok, type TestApp } from '../server/test-app.ts'

/** Around the clock. */
const alwaysOpen = Object.fromEntries(
  weekdays.map((day) => [day, { enabled: true, slots: [{ start: '00:00', end: '23:59' }] }]),
)

/** Bookings of a host's events with custom fields, and what the host and others read and fill in. */
export function fieldJourney(app: TestApp, token: string) {
  let next = Date.parse('2027-01-04T14:00:00.000Z')
  /** A time that nobody has booked. */
  const nextStart = () => {
    const startUTC = new Date(next).toISOString()
    next += 30 * MINUTE
    return startUTC
  }
  function book(
    bookingUrlId: string,
    customFieldsCollections: unknown,
    headers: Record<string, string> = {},
    startUTC = nextStart(),
  ) {
    return call(app.origin, 'createBooking', {
      query: { bookingUrlId },
      body: { fullName: 'Bob', email: 'bob@example.com', startUTC, customFieldsCollections },
      headers,
    })
  }
  return {
    nextStart,
    book,
    /** The id of a booking with these answers. */
    async booked(bookingUrlId: string, answers: unknown) {
      const reply = await book(bookingUrlId, answers)
      if (!reply.success) throw new Error(reply.error)
      return reply.data.id
    },
    /** An event with `fields` for the invitee and `later` for the host. */
    async makeEvent(fields: object[], later: object[] = [{ type: 'number', label: 'Hidden score' }]) {
      const collection = (name: string, list: object[]) =>
        ok(app.origin, 'createCollection', { token, body: { name, fields: list } })
      const asked = await collection('About you', fields)
      const own = await collection('Hidden notes', later)
      const event = await ok(app.origin, 'createEvent', {
        token,
        body: {
          title: 'Talk',
          weeklyAvailabilitySlots: alwaysOpen,
          customFieldsCollections: [{ id: asked.id }, { id: own.id, collectionStage: 'postBooking' }],
        },
      })
      return { event, asked, own }
    },
    read: (id: string, as?: string) =>
      ok(app.origin, 'getBooking', { params: { id }, ...(as && { token: as }) }),
    fill: (id: string, customFieldsCollections: unknown, as: string | undefined = token) =>
      call(app.origin, 'fillPostBookingFields', {
        params: { id },
        body: { customFieldsCollections },
        ...(as && { token: as }),
      }),
  }
}

/** The answers by the labels of their fields. */
export const values = (collections: readonly { fields: readonly { label: string; value: unknown }[] }[]) =>
  Object.fromEntries(collections.flatMap(({ fields }) => fields.map(({ label, value }) => [label, value])))
