import { eq } from 'drizzle-orm'
import type { Event } from '../../contract/events/event.schema.ts'
import { jobs } from '../../server/db/tables/jobs.ts'
import { call, ok } from '../server/api.ts'
import type { TestApp } from '../server/test-app.ts'

export const ten = '2027-01-04T15:00:00.000Z'
const invitee = { fullName: 'Bob', email: 'bob@example.com' }
export const byInvitee = { canceledBy: 'invitee', canceledVia: 'confirmationPage', cancellationReason: 'Ill' }

/** An invitee `Bob` who uses the API to manage his bookings of an event. */
export const inviteeOf = (app: TestApp, event: Event) => ({
  book: (startUTC = ten, more: object = {}) =>
    call(app.origin, 'createBooking', {
      query: { bookingUrlId: event.bookingUrlId },
      body: { ...invitee, startUTC, ...more },
    }),
  booked: async (startUTC = ten, more: object = {}) =>
    (
      await ok(app.origin, 'createBooking', {
        query: { bookingUrlId: event.bookingUrlId },
        body: { ...invitee, startUTC, ...more },
      })
    ).id,
  change: (id: string, body: object, as?: string) =>
    call(app.origin, 'updateBooking', {
      params: { id },
      body: { ...invitee, startUTC: ten, ...body },
      ...(as && { token: as }),
    }),
  cancel: (id: string, body: object = byInvitee, as?: string) =>
    call(app.origin, 'cancelBooking', { params: { id }, body, ...(as && { token: as }) }),
  read: async (id: string) => (await ok(app.origin, 'getBooking', { params: { id } })).bookingData,
  /** The number of jobs that sync the entry in the host's calendar. */
  entryJobs: async (bookingId: string) =>
    (await app.db.select().from(jobs).where(eq(jobs.kind, 'syncCalendarEntry'))).filter(
      ({ payload }) => payload['bookingId'] === bookingId,
    ).length,
})
