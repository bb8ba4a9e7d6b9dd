import type { calendar_v3 } from '@googleapis/calendar'
import { and, eq } from 'drizzle-orm'
import { confirmationPath } from '../../../contract/event-options.ts'
import type { Deps } from '../../app.ts'
import { guestsOf } from '../../bookings/lock-booking.ts'
import { bookings } from '../../db/schema.ts'
import { googleProblem } from '../../auth/google-oidc.ts'
import { labeled, publicAnswers } from '../../emails/public-answers.ts'
import { linkIsKnown } from '../../emails/queue-mails.ts'
import { JobFailed, type JobHandler } from '../../jobs/worker.ts'
import { withCalendarApi } from '../connection.ts'
import { askForCall, callOf, changeOfCall } from '../google/conference.ts'

type Booking = typeof bookings.$inferSelect

const ROUNDS = 5
/** The property of an entry that says who of those who attend has booked. */
const INVITEE = 'boomtimeInvitee'

/**
 * Brings the entry in the host's calendar in line with a booking: there while it is confirmed, gone once it is canceled.
 * Payload: `bookingId`. What is written is read afresh, so the order in which such jobs are done does not matter.
 */
export const syncCalendarEntry: JobHandler = async (deps, job) => {
  const isBooking = and(eq(bookings.hostId, job.hostId), eq(bookings.id, job.payload['bookingId'] ?? ''))
  for (let round = 0; round < ROUNDS; round++) {
    const [booking] = await deps.db.select().from(bookings).where(isBooking)
    if (!booking) return
    // Overtaken while writing, this job may have been the last to reach Google all the same: it writes again.
    if (round === 0 && booking.entrySequence === booking.sequence) return
    const guests = await guestsOf(deps.db, booking)
    const entry = await write(deps, booking, guests).catch((error: unknown) => {
      throw refusalOf(error)
    })
    const meetingUrl = entry ? callOf(booking, entry) : null
    const written = await deps.db
      .update(bookings)
      .set({
        entrySequence: booking.sequence,
        entryWrittenAt: deps.now(),
        ...(meetingUrl !== null && { meetingUrl }),
      })
      .where(and(isBooking, eq(bookings.sequence, booking.sequence)))
      .returning({ id: bookings.id })
    if (written.length === 0) continue
    if (meetingUrl !== null) {
      await linkIsKnown(deps.db, booking, deps.now())
      deps.wake()
    }
    return
  }
  throw new Error('The booking is changed by others all the time')
}

/** The entry as it is then; null for none. */
async function write(
  deps: Deps,
  booking: Booking,
  guests: string[],
): Promise<calendar_v3.Schema$Event | null> {
  const where = {
    calendarId: booking.calendarId,
    // The invitee hears of it from us.
    sendUpdates: 'none',
  }
  const entryId = { eventId: booking.calendarEntryId }
  return withCalendarApi(deps, booking.hostId, async (api) => {
    const { callOptions } = deps.google
    if (booking.status === 'canceled') {
      await api.events.delete({ ...where, ...entryId }, callOptions).catch(unlessGone)
      return null
    }
    const isNew = booking.entrySequence === null
    const before = isNew
      ? null
      : await ifThere(() => api.events.get({ calendarId: booking.calendarId, ...entryId }, callOptions))
    const page = `${deps.publicUrl}${confirmationPath(booking.id)}`
    const requestBody = entryOf(booking, guests, before, page)
    const options = { ...where, conferenceDataVersion: 1 }
    try {
      // An earlier try may have arrived though its answer did not; one that the host has removed comes back.
      const { id: _, conferenceData: __, ...all } = requestBody
      const changes = { ...all, ...changeOfCall(booking, before) }
      const { data } = isNew
        ? await api.events.insert({ ...options, requestBody }, callOptions)
        : await api.events.patch({ ...options, ...entryId, requestBody: changes }, callOptions)
      return data
    } catch (error) {
      const problem = googleProblem(error)
      const { id: _, ...all } = requestBody
      if (problem === 'duplicate') {
        const { data } = await api.events.patch({ ...options, ...entryId, requestBody: all }, callOptions)
        return data
      }
      if (problem === 'gone' || problem === 'not_found') {
        const { data } = await api.events.insert({ ...options, requestBody }, callOptions)
        return data
      }
      throw error
    }
  })
}

async function ifThere(
  read: () => Promise<{ data: calendar_v3.Schema$Event }>,
): Promise<calendar_v3.Schema$Event | null> {
  try {
    return (await read()).data
  } catch (error) {
    unlessGone(error)
    return null
  }
}

function unlessGone(error: unknown): void {
  const problem = googleProblem(error)
  if (problem !== 'gone' && problem !== 'not_found') throw error
}

function refusalOf(error: unknown): unknown {
  const problem = googleProblem(error)
  return problem === 'rejected' || problem === 'not_found' || problem === 'duplicate'
    ? new JobFailed(`Google does not take the entry: ${problem}`, { cause: error })
    : error
}

function entryOf(
  booking: Booking,
  guests: string[],
  before: calendar_v3.Schema$Event | null,
  confirmationUrl: string,
): calendar_v3.Schema$Event {
  return {
    id: booking.calendarEntryId,
    status: 'confirmed',
    // Also when it is empty: the place of another meeting type may stand there.
    location: booking.location,
    summary: `${booking.title} with ${booking.fullName}`,
    description: [
      booking.description,
      `Booked by ${booking.fullName} (${booking.email})`,
      publicAnswers(booking.customFields)
        .map(({ label, answer }) => labeled(label, answer))
        .join('\n'),
      confirmationUrl,
    ]
      .filter(Boolean)
      .join('\n\n'),
    start: at(booking.startAt, booking.timezone),
    end: at(booking.endAt, booking.timezone),
    attendees: attendeesOf(booking, guests, before),
    extendedProperties: { private: { boomtimeBookingId: booking.id, [INVITEE]: booking.email } },
    ...(booking.meetVia === 'google-meet' && { conferenceData: askForCall(booking.calendarEntryId) }),
  }
}

/** Without the date of an entry that its host has made one for a whole day: Google takes no entry with both. */
const at = (instant: number, timeZone: string) => ({
  dateTime: new Date(instant).toISOString(),
  timeZone,
  date: null,
})

/** Writing who takes part replaces the whole list: what they have answered is kept, and so is whom the host has added. */
function attendeesOf(booking: Booking, guests: string[], before: calendar_v3.Schema$Event | null) {
  const earlier = new Map(before?.attendees?.map((one) => [one.email?.toLowerCase(), one]))
  const take = (email: string, otherwise: calendar_v3.Schema$EventAttendee) => {
    const known = earlier.get(email.toLowerCase())
    earlier.delete(email.toLowerCase())
    return { ...otherwise, ...known, email }
  }
  // Whoever has booked has agreed; guests are asked.
  const invitee = take(booking.email, { displayName: booking.fullName, responseStatus: 'accepted' })
  const ours = guests.map((email) => take(email, { responseStatus: 'needsAction' }))
  // Who had booked before the address was changed.
  earlier.delete(before?.extendedProperties?.private?.[INVITEE]?.toLowerCase())
  return [{ ...invitee, displayName: booking.fullName }, ...ours, ...earlier.values()]
}
