import { and, eq } from 'drizzle-orm'
import { confirmationPath, createsVideoCall } from '../../../contract/event-options.ts'
import { calendarToken } from '../../bookings/guest-links.ts'
import { formerGuestsOf, guestsOf } from '../../bookings/guests.ts'
import { isBooking } from '../../bookings/lock-booking.ts'
import { bookings, type BookingRow } from '../../db/schema.ts'
import { lockHost } from '../../db/lock-host.ts'
import type { Deps } from '../../deps.ts'
import { labeled, publicAnswers } from '../../emails/public-answers.ts'
import { JobFailed, type JobHandler, JobPostponed } from '../../jobs/job.ts'
import { withCalendarAccount } from '../connection.ts'
import { type BookingEntry, type CalendarEntry, CalendarError, CallPostponed } from '../provider.ts'
import { markCalendarMissing } from '../missing-calendar.ts'
import { isOverwritten, queueRechecks } from './late-writes.ts'
import { recordVideoCall } from './video-call.ts'

const MAX_ROUNDS = 5

/**
 * Makes the entry in the host's calendar match a booking: present while it is confirmed, gone once it is canceled. Each run
 * reads the booking afresh, so the order in which such jobs run doesn't matter. A job that took several runs is followed by
 * rechecks, because what an unfinished run wrote may take effect after its successor.
 */
export const syncCalendarEntry: JobHandler<'syncCalendarEntry'> = async (deps, job) => {
  const booking = await findBooking(deps, { hostId: job.hostId, id: job.payload.bookingId })
  if (!booking) return
  if (booking.entrySequence !== booking.sequence) await writeUntilSynced(deps, booking)
  if (job.attempts > 1) await deps.db.transaction((tx) => queueRechecks(tx, booking, deps.now()))
}

/** Repairs an entry that matched its booking until an earlier write took effect. */
export const recheckCalendarEntry: JobHandler<'recheckCalendarEntry'> = async (deps, { hostId, payload }) => {
  const booking = await findBooking(deps, { hostId, id: payload.bookingId })
  const isSynced = booking && booking.entrySequence === booking.sequence
  if (isSynced && (await needsRepair(deps, booking))) await writeUntilSynced(deps, booking)
}

async function findBooking({ db }: Deps, key: Pick<BookingRow, 'hostId' | 'id'>): Promise<BookingRow | null> {
  const [booking] = await db.select().from(bookings).where(isBooking(key))
  return booking ?? null
}

async function needsRepair(deps: Deps, booking: BookingRow): Promise<boolean> {
  const { hostId, calendarId, calendarEntryId } = booking
  const entry = await callCalendar(deps, hostId, (account) => account.readEntry(calendarId, calendarEntryId))
  return entry !== null && isOverwritten(booking, entry)
}

/**
 * Writes the entry until it shows the booking's current state. If the booking changed during a write, it is written again,
 * because that write may have reached the provider after a newer one.
 */
async function writeUntilSynced(deps: Deps, found: BookingRow): Promise<void> {
  let booking: BookingRow | null = found
  for (let round = 0; booking && round < MAX_ROUNDS; round++) {
    const entry = await push(deps, booking)
    if (await recordWrite(deps, booking, entry)) return deps.wake('jobs')
    booking = await findBooking(deps, booking)
  }
  if (booking) throw new Error('The booking kept changing while its calendar entry was written')
}

/** False if the booking changed while its entry was written. */
async function recordWrite(deps: Deps, booking: BookingRow, entry: CalendarEntry | null): Promise<boolean> {
  const { hostId, sequence } = booking
  return deps.db.transaction(async (tx) => {
    await lockHost(tx, hostId)
    const [written] = await tx
      .update(bookings)
      .set({ entrySequence: sequence, writtenSequence: sequence, entryWrittenAt: deps.now() })
      .where(and(isBooking(booking), eq(bookings.sequence, sequence)))
      .returning()
    if (!written) return false
    if (entry) await recordVideoCall(tx, written, entry, deps.now())
    return true
  })
}

/** The entry as it is now; null if there is none anymore. Throws `JobFailed` if the provider will never accept it. */
async function push(deps: Deps, booking: BookingRow): Promise<CalendarEntry | null> {
  const { hostId, calendarId, calendarEntryId } = booking
  const people = await peopleOf(deps, booking)
  try {
    return await callCalendar(deps, hostId, async (account) => {
      if (booking.status === 'confirmed' && booking.erasedAt !== null) {
        const { title, description, sequence } = booking
        await account.anonymizeEntry(calendarId, { id: calendarEntryId, title, description, sequence })
        return null
      }
      if (booking.status === 'confirmed')
        return account.writeEntry(calendarId, bookingEntry(booking, people, deps.publicUrl))
      await account.removeEntry(calendarId, calendarEntryId)
      return null
    })
  } catch (error) {
    const reason = error instanceof CalendarError ? error.reason : null
    if (reason === 'calendar_gone') await markCalendarMissing(deps, booking)
    if (error instanceof CalendarError && reason === 'rejected')
      throw new JobFailed(error.message, { cause: error })
    throw error
  }
}

const callCalendar: typeof withCalendarAccount = async (deps, hostId, call) => {
  try {
    return await withCalendarAccount(deps, hostId, call)
  } catch (error) {
    throw error instanceof CallPostponed ? new JobPostponed(error.retryAfterMs, { cause: error }) : error
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
  const formerGuests = await formerGuestsOf(db, booking, guests)
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
