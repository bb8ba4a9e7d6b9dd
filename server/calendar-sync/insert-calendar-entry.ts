import type { calendar_v3 } from '@googleapis/calendar'
import { and, eq } from 'drizzle-orm'
import type { BookedCollection } from '../../contract/collection.ts'
import { confirmationPath } from '../../contract/event-options.ts'
import { answerText, publicPart } from '../bookings/booked-collections.ts'
import { bookings } from '../db/schema.ts'
import { googleProblem } from '../google.ts'
import { JobFailed, type JobHandler } from '../jobs/worker.ts'
import { withCalendarApi } from './connection.ts'

type Booking = typeof bookings.$inferSelect

/** Puts a booking into the host's calendar. Payload: `bookingId`. */
export const insertCalendarEntry: JobHandler = async (deps, job) => {
  const bookingId = job.payload['bookingId'] ?? ''
  const [booking] = await deps.db
    .select()
    .from(bookings)
    .where(and(eq(bookings.hostId, job.hostId), eq(bookings.id, bookingId)))
  if (!booking || booking.status !== 'confirmed') return
  try {
    await withCalendarApi(deps, job.hostId, (api) =>
      api.events.insert(
        {
          calendarId: booking.calendarId,
          // The invitee hears of it from us.
          sendUpdates: 'none',
          conferenceDataVersion: 1,
          requestBody: entryOf(booking, `${deps.publicUrl}${confirmationPath(booking.id)}`),
        },
        deps.google.callOptions,
      ),
    )
  } catch (error) {
    const problem = googleProblem(error)
    // An earlier try arrived, though its answer did not.
    if (problem === 'duplicate') return
    if (problem === 'rejected' || problem === 'not_found') {
      throw new JobFailed(`Google does not take the entry: ${problem}`, { cause: error })
    }
    throw error
  }
}

function entryOf(booking: Booking, confirmationUrl: string): calendar_v3.Schema$Event {
  return {
    id: booking.calendarEntryId,
    summary: `${booking.title} with ${booking.fullName}`,
    description: [
      booking.description,
      `Booked by ${booking.fullName} (${booking.email})`,
      ...publicPart(booking.customFields).map(answersOf),
      confirmationUrl,
    ]
      .filter(Boolean)
      .join('\n\n'),
    start: { dateTime: new Date(booking.startAt).toISOString(), timeZone: booking.timezone },
    end: { dateTime: new Date(booking.endAt).toISOString(), timeZone: booking.timezone },
    attendees: [{ email: booking.email, displayName: booking.fullName }],
    extendedProperties: { private: { boomtimeBookingId: booking.id } },
    ...(booking.meetVia === 'google-meet' && {
      conferenceData: {
        createRequest: {
          requestId: booking.calendarEntryId,
          conferenceSolutionKey: { type: 'hangoutsMeet' },
        },
      },
    }),
  }
}

/** What was answered, a line each; nothing of what the host keeps private. */
const answersOf = ({ fields }: BookedCollection) =>
  fields
    .flatMap((field) => {
      const text = answerText(field)
      return text === null ? [] : [`${field.label}: ${text}`]
    })
    .join('\n')
