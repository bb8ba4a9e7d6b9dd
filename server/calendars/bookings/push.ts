import { and, eq } from 'drizzle-orm'
import { confirmationPath, createsVideoCall } from '../../../contract/event-options.ts'
import { calendarToken } from '../../bookings/guest-links.ts'
import { formerGuestsOf, guestsOf } from '../../bookings/guests.ts'
import { isBooking } from '../../bookings/lock-booking.ts'
import { bookings, type BookingRow } from '../../db/schema.ts'
import { lockHost } from '../../db/lock-host.ts'
import type { Deps } from '../../deps.ts'
import { labeled, publicAnswers } from '../../emails/public-answers.ts'
import { JobFailed, type JobHandler } from '../../jobs/job.ts'
import { withCalendarAccount } from '../connection.ts'
import { type BookingEntry, type CalendarEntry, CalendarError } from '../provider.ts'
import { recordVideoCall } from './video-call.ts'

const MAX_ROUNDS = 5

/**
 * Makes the entry in the host's calendar match a booking: present while it is confirmed, gone once it is canceled. Each run
 * reads the booking afresh, so the order in which such jobs run doesn't matter.
 */
export const syncCalendarEntry: JobHandler<'syncCalendarEntry'> = async (deps, { hostId, payload }) => {
  const isThis = isBooking({ hostId, id: payload.bookingId })
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const [booking] = await deps.db.select().from(bookings).where(isThis)
    if (!booking) return
    // In a later round the entry is written even so: this write may have reached the provider after a newer one.
    if (round === 0 && booking.entrySequence === booking.sequence) return
    const entry = await push(deps, booking)
    const isWritten = await deps.db.transaction(async (tx) => {
      await lockHost(tx, hostId)
      const written = await tx
        .update(bookings)
        .set({ entrySequence: booking.sequence, entryWrittenAt: deps.now() })
        .where(and(isThis, eq(bookings.sequence, booking.sequence)))
        .returning({ id: bookings.id })
      // The booking changed while its entry was written.
      if (written.length === 0) return false
      if (entry) await recordVideoCall(tx, booking, entry, deps.now())
      return true
    })
    if (!isWritten) continue
    deps.wake()
    return
  }
  throw new Error('The booking kept changing while its calendar entry was written')
}

/** The entry as it is now; null if there is none anymore. Throws `JobFailed` if the provider will never accept it. */
async function push(deps: Deps, booking: BookingRow): Promise<CalendarEntry | null> {
  const { hostId, calendarId, calendarEntryId } = booking
  const people = await peopleOf(deps, booking)
  try {
    return await withCalendarAccount(deps, hostId, async (account) => {
      if (booking.status === 'confirmed' && booking.erasedAt !== null) {
        const { title, description } = booking
        await account.anonymizeEntry(calendarId, calendarEntryId, { title, description })
        return null
      }
      if (booking.status === 'confirmed')
        return account.writeEntry(calendarId, bookingEntry(booking, people, deps.publicUrl))
      await account.removeEntry(calendarId, calendarEntryId)
      return null
    })
  } catch (error) {
    if (error instanceof CalendarError && error.reason === 'rejected')
      throw new JobFailed(error.message, { cause: error })
    throw error
  }
}

interface People {
  guests: string[]
  formerGuests: string[]
  /** What the description links to. Guests can read it, so with them it isn't the booking's own id. */
  linkId: string
}

async function peopleOf({ db, now }: Deps, booking: BookingRow): Promise<People> {
  const guests = await guestsOf(db, booking)
  const formerGuests = await formerGuestsOf(db, booking)
  const linkId = guests.length === 0 ? booking.id : await calendarToken(db, booking, now())
  return { guests, formerGuests, linkId }
}

function bookingEntry(
  booking: BookingRow,
  { guests, formerGuests, linkId }: People,
  publicUrl: string,
): BookingEntry {
  const { fullName, email } = booking
  const hasGuests = guests.length > 0
  return {
    id: booking.calendarEntryId,
    bookingId: booking.id,
    title: `${booking.title} with ${fullName}`,
    description: [
      booking.description,
      hasGuests ? `Booked by ${fullName}` : `Booked by ${fullName} (${email})`,
      hasGuests
        ? ''
        : publicAnswers(booking.customFields)
            .map(({ label, answer }) => labeled(label, answer))
            .join('\n'),
      `${publicUrl}${confirmationPath(linkId)}`,
    ]
      .filter(Boolean)
      .join('\n\n'),
    location: booking.location,
    startAt: booking.startAt,
    endAt: booking.endAt,
    timeZone: booking.timezone,
    invitee: { name: fullName, email },
    guests,
    formerGuests,
    conference: { isWanted: createsVideoCall(booking.meetVia), url: booking.meetingUrl },
    sequence: booking.sequence,
    isNew: booking.entrySequence === null,
  }
}
