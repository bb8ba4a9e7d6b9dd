import { and, eq, isNull, sql } from 'drizzle-orm'
import { HOUR } from '../../../availability/units.ts'
import { createsVideoCall } from '../../../contract/events/event-options.ts'
import { confirmationPath } from '../../../contract/pages/page-paths.ts'
import { calendarToken } from '../guest-links.ts'
import { formerGuestsOf, guestsOf } from '../guests/guests.ts'
import { whereBooking } from '../lock-booking.ts'
import { type BookingRow, bookings } from '../../db/tables/bookings.ts'
import { calendarMirrors } from '../../db/tables/calendars.ts'
import { lockHost } from '../../db/lock-host.ts'
import type { Deps } from '../../adapters/deps.ts'
import { labeled, publicAnswers } from '../../emails/public-answers.ts'
import { JobFailed, type JobHandler, JobPostponed } from '../../jobs/job.ts'
import { type BookingEntry, type CalendarEntry, CalendarError } from '../../adapters/calendar-provider.ts'
import { markCalendarMissing } from '../../calendars/missing-calendar.ts'
import { whereMirror } from '../../calendars/mirror-key.ts'
import { callCalendar } from './call-calendar.ts'
import { isOverwritten, queueRechecks } from './late-writes.ts'
import { relistCopies } from './relist-copies.ts'
import { recordVideoCall } from './video-call.ts'

const MAX_ROUNDS = 5

/**
 * Makes the entry in the host's calendar match a booking: present while it is confirmed, gone once it is canceled. Each
 * run reads the booking afresh, so the order in which such jobs run doesn't matter. A job that took several runs, or
 * didn't find what it was to remove, is followed by rechecks: what an unfinished run wrote may take effect after its
 * successor.
 */
export const syncCalendarEntry: JobHandler<'syncCalendarEntry'> = async (deps, job) => {
  const booking = await findBooking(deps, { hostId: job.hostId, id: job.payload.bookingId })
  if (!booking) return
  const isSynced = booking.entrySequence === booking.sequence
  const isFound = isSynced || (await writeUntilSynced(deps, booking))
  if (job.attempts > 1 || !isFound) await deps.db.transaction((tx) => queueRechecks(tx, booking, deps.now()))
}

/** Repairs an entry that matched its booking until an earlier write took effect, and notices if the host removed it. */
export const recheckCalendarEntry: JobHandler<'recheckCalendarEntry'> = async (deps, job) => {
  const booking = await findBooking(deps, { hostId: job.hostId, id: job.payload.bookingId })
  if (!booking || booking.entrySequence !== booking.sequence) return
  const { calendarEntryId } = booking
  const entry = await callCalendar(deps, booking, (account, id) =>
    account.readEntry(id, calendarEntryId),
  ).catch(async (error: unknown) => {
    if (!(error instanceof CalendarError && error.reason === 'calendar_gone')) throw error
    if (deps.now() >= job.retryUntil) return null
    // It may come back with the entry as it was.
    await deps.db.transaction((tx) => queueRechecks(tx, booking, deps.now(), []))
    throw new JobPostponed(HOUR, { cause: error })
  })
  if (entry === null) return
  if (isOverwritten(booking, entry)) await writeUntilSynced(deps, booking)
  else if (entry.isCanceled) await recordRemoval(deps, booking)
}

async function recordRemoval({ db, now }: Deps, booking: BookingRow): Promise<void> {
  await db.transaction(async (tx) => {
    await lockHost(tx, booking.hostId)
    const removed = await tx
      .update(bookings)
      .set({ entryRemovedAt: now(), entryDivergedAt: null })
      .where(and(whereSameEntry(booking), eq(bookings.status, 'confirmed'), isNull(bookings.entryRemovedAt)))
      .returning({ id: bookings.id })
    if (removed.length > 0) await relistCopies(tx, booking)
  })
}

/** The booking unless it changed or moved to another calendar, which keeps its sequence. */
const whereSameEntry = (booking: BookingRow) =>
  and(
    whereBooking(booking),
    eq(bookings.sequence, booking.sequence),
    eq(bookings.calendarId, booking.calendarId),
  )

async function findBooking({ db }: Deps, key: Pick<BookingRow, 'hostId' | 'id'>): Promise<BookingRow | null> {
  const [booking] = await db.select().from(bookings).where(whereBooking(key))
  return booking ?? null
}

/**
 * Writes the entry until it shows the booking's current state. If the booking changed during a write, it is written
 * again, because that write may have reached the provider after a newer one. False if there was no entry to change or
 * remove.
 */
async function writeUntilSynced(deps: Deps, found: BookingRow): Promise<boolean> {
  let booking: BookingRow | null = found
  for (let round = 0; booking && round < MAX_ROUNDS; round++) {
    const { entry, isFound } = await push(deps, booking)
    if (await recordWrite(deps, booking, entry)) {
      deps.wake('jobs')
      return isFound
    }
    booking = await findBooking(deps, booking)
  }
  if (booking) throw new Error('The booking kept changing while its calendar entry was written')
  return true
}

/**
 * False if the booking or its calendar changed while its entry was written, or the entry shows a change that the
 * database lost.
 */
async function recordWrite(deps: Deps, booking: BookingRow, entry: CalendarEntry | null): Promise<boolean> {
  const { hostId, sequence } = booking
  return deps.db.transaction(async (tx) => {
    await lockHost(tx, hostId)
    const whereSame = whereSameEntry(booking)
    const shown = entry?.bookingSequence ?? 0
    if (shown > sequence) {
      // The database was restored from a backup. The entry is written once the booking's sequence has caught up.
      await tx.update(bookings).set({ sequence: shown }).where(whereSame)
      return false
    }
    const [written] = await tx
      .update(bookings)
      .set({ entrySequence: sequence, writtenSequence: sequence, entryWrittenAt: deps.now() })
      .where(whereSame)
      .returning()
    if (!written) return false
    if (entry) await recordVideoCall(tx, written, entry, deps.now())
    return true
  })
}

interface Pushed {
  /** As it is now; null if it was removed or isn't about anyone anymore. */
  entry: CalendarEntry | null
  /** False if there was none to change or remove. */
  isFound: boolean
}

/** Remembers that the calendar doesn't take the booking's current state, and so creates no video call for it. */
async function recordRefusal({ db, now }: Deps, booking: BookingRow): Promise<void> {
  await db.transaction(async (tx) => {
    await lockHost(tx, booking.hostId)
    const [refused] = await tx
      .update(bookings)
      .set({ refusedSequence: booking.sequence })
      .where(
        // An entry that was only to be repaired has shown it before.
        and(whereSameEntry(booking), sql`${bookings.entrySequence} is distinct from ${bookings.sequence}`),
      )
      .returning()
    if (!refused) return
    // Its entry stays where it is, and keeps that time busy, which was left out while a write was expected.
    await tx.update(calendarMirrors).set({ syncToken: null }).where(whereMirror(booking))
    if (refused.erasedAt !== null || refused.endAt <= now()) return
    await recordVideoCall(tx, refused, { conferenceUrl: null, hasFailedConference: true }, now())
  })
}

/** Throws `JobFailed` if the provider will never accept the entry. */
async function push(deps: Deps, booking: BookingRow): Promise<Pushed> {
  const { calendarEntryId } = booking
  const people = await peopleOf(deps, booking)
  try {
    return await callCalendar(deps, booking, async (account, calendarId) => {
      if (booking.status === 'canceled')
        return { entry: null, isFound: await account.removeEntry(calendarId, calendarEntryId) }
      if (booking.erasedAt !== null) {
        const { title, description, sequence } = booking
        const anonymous = { id: calendarEntryId, title, description, sequence }
        return { entry: null, isFound: await account.anonymizeEntry(calendarId, anonymous) }
      }
      const entry = bookingEntry(booking, people, deps.publicUrl)
      return { entry: await account.writeEntry(calendarId, entry), isFound: true }
    })
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error
    if (error.reason === 'calendar_gone') await markCalendarMissing(deps, booking)
    if (error.reason !== 'rejected') throw error
    await recordRefusal(deps, booking)
    deps.wake('jobs')
    throw new JobFailed(error.message, { cause: error })
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
