import { and, eq, gte, inArray, isNull, lt, sql, type SQLWrapper } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { isInYears } from '../../../contract/events/event-options.ts'
import { whereBooking } from '../lock-booking.ts'
import { hostActor } from '../open-booking.ts'
import { recordChange } from '../record-change.ts'
import { EXCLUSION_VIOLATION, sqlState } from '../../db/sql-errors.ts'
import { batchesOf } from '../../db/batches-of.ts'
import type { Db, Tx } from '../../db/database.ts'
import { calendarEntries } from '../../db/tables/calendars.ts'
import { type BookingRow, bookings } from '../../db/tables/bookings.ts'
import { agreedOffsets } from '../agreed-offsets.ts'
import type { MirrorKey } from '../../calendars/mirror-key.ts'
import type { CalendarEntry } from '../../adapters/calendar-provider.ts'
import { isOverwritten, queueRechecks } from './late-writes.ts'
import { relistCopies } from './relist-copies.ts'
import { adoptVideoCall } from './video-call.ts'

interface CalendarChanges {
  entries: ReadonlyMap<string, CalendarEntry>
  /** The ids of those that couldn't be read, but exist. */
  unreadable: ReadonlySet<string>
  /** When the listing began: it may or may not contain what we wrote after that. */
  startedAt: number
  /** How far a full listing reached, which shows a removed entry by its absence; null for a listing of changes. */
  fullUntil: number | null
  now: number
}

/**
 * Applies the host's changes to calendar entries of bookings. A moved entry moves its booking and notifies everyone, or
 * is recorded on the booking if the booking can't follow. A deleted entry cancels nothing, but is recorded too. Our own
 * pending or unlisted writes win, and an entry that an outdated write of ours changed is repaired. Call it under the
 * lock of the host's row.
 */
export async function adoptCalendarChanges(
  tx: Tx,
  key: MirrorKey,
  { entries, unreadable, startedAt, fullUntil, now }: CalendarChanges,
): Promise<void> {
  const whereOfCalendar = and(eq(bookings.hostId, key.hostId), eq(bookings.calendarId, key.calendarId))
  for (const ids of batchesOf([...entries.keys()])) {
    const listed = await tx
      .select()
      .from(bookings)
      .where(and(whereOfCalendar, inArray(bookings.calendarEntryId, ids)))
    for (const booking of listed) {
      const entry = entries.get(booking.calendarEntryId)!
      if (isListed(booking, entry, startedAt)) await adoptEntry(tx, booking, entry, now)
      // Perhaps the host removed it after our write, which isn't recorded yet.
      else if (entry.isCanceled && booking.status === 'confirmed') await queueRechecks(tx, booking, now)
    }
  }
  if (fullUntil === null) return
  const expected = await findExpected(tx, key, { startedAt, fullUntil })
  const removed = expected.filter(({ calendarEntryId: id }) => !entries.has(id) && !unreadable.has(id))
  for (const booking of removed)
    await recordEntryState(tx, booking, { entryRemovedAt: now, entryDivergedAt: null })
}

/** The bookings whose entries a full listing shows unless their host removed them or moved them out of its reach. */
export const findExpected = (
  db: Db | Tx,
  { hostId, calendarId }: MirrorKey,
  { startedAt, fullUntil }: { startedAt: number; fullUntil: number },
): Promise<BookingRow[]> =>
  db
    .select()
    .from(bookings)
    .where(
      and(
        eq(bookings.hostId, hostId),
        eq(bookings.calendarId, calendarId),
        eq(bookings.entrySequence, bookings.sequence),
        lt(bookings.entryWrittenAt, startedAt),
        eq(bookings.status, 'confirmed'),
        isNull(bookings.erasedAt),
        isNull(bookings.entryRemovedAt),
        // Only future ones: a listing doesn't reach back.
        gte(bookings.startAt, startedAt),
        lt(bookings.startAt, fullUntil),
      ),
    )

/**
 * Whether an entry was listed after our last write: that is known to have been before the listing, or the entry carries
 * its number, though the write may not be recorded yet.
 */
function isListed(booking: BookingRow, { bookingSequence }: CalendarEntry, startedAt: number): boolean {
  const { sequence, entrySequence, entryWrittenAt } = booking
  if (bookingSequence === sequence) return true
  return entrySequence === sequence && entryWrittenAt !== null && entryWrittenAt < startedAt
}

async function adoptEntry(tx: Tx, booking: BookingRow, entry: CalendarEntry, now: number): Promise<void> {
  if (isOverwritten(booking, entry)) return queueRechecks(tx, booking, now, [0])
  if (booking.status === 'canceled' || booking.erasedAt !== null) return
  if (entry.isCanceled) {
    if (booking.entryRemovedAt === null)
      await recordEntryState(tx, booking, { entryRemovedAt: now, entryDivergedAt: null })
    return
  }
  const isMoved = entry.startAt !== booking.startAt || entry.endAt !== booking.endAt
  const followed = isMoved ? await follow(tx, booking, entry, now) : booking
  const entryDivergedAt = followed === null ? (booking.entryDivergedAt ?? now) : null
  await recordEntryState(tx, booking, { entryDivergedAt, entryRemovedAt: null })
  await adoptVideoCall(tx, followed ?? booking, entry, now)
}

/**
 * The booking, moved to where its entry is; null if another booking is in the way, or the entry is now an all-day one or
 * outside the years of bookings.
 */
async function follow(
  tx: Tx,
  booking: BookingRow,
  { startAt, endAt, bookingSequence }: CalendarEntry,
  now: number,
): Promise<BookingRow | null> {
  if (startAt === null || endAt === null || startAt >= endAt) return null
  if (!isInYears(startAt) || !isInYears(endAt)) return null
  try {
    return await tx.transaction(async (inner) => {
      const sequence = booking.sequence + 1
      const agreed = agreedOffsets({ ...booking, startAt })
      // A write that is under way may still put the entry back, so it is written once more.
      const isPending = booking.entrySequence !== booking.sequence
      const synced = {
        entrySequence: sequence,
        writtenSequence: bookingSequence ?? booking.writtenSequence,
        entryWrittenAt: booking.entryWrittenAt ?? now,
      }
      const [moved] = await inner
        .update(bookings)
        .set({ startAt, endAt, ...agreed, sequence, updatedAt: now, ...(!isPending && synced) })
        .where(whereBooking(booking))
        .returning()
      await recordChange(
        inner,
        moved!,
        {
          kind: 'changed',
          before: booking,
          inCalendar: !isPending,
          // How long a meeting took, which its host corrects afterward.
          isUnannounced: booking.endAt <= now && endAt <= now,
          by: hostActor,
        },
        now,
      )
      return moved!
    })
  } catch (error) {
    // The booking keeps the agreed time, and the entry keeps its new time busy.
    if (sqlState(error) !== EXCLUSION_VIOLATION) throw error
    return null
  }
}

async function recordEntryState(
  tx: Tx,
  booking: BookingRow,
  noted: Partial<Pick<BookingRow, 'entryRemovedAt' | 'entryDivergedAt'>>,
): Promise<void> {
  const isNew = Object.entries(noted).some(([name, value]) => booking[name as keyof typeof noted] !== value)
  if (!isNew) return
  await tx.update(bookings).set(noted).where(whereBooking(booking))
  const { entryRemovedAt = booking.entryRemovedAt } = noted
  if (entryRemovedAt !== booking.entryRemovedAt) await relistCopies(tx, booking)
}

const otherTimes = alias(calendarEntries, 'other_times')

/**
 * SQL: a mirrored entry adds nothing to its booking, because they agree, or the entry is about to be rewritten or
 * removed. One that the host moved after our write, to where the booking can't follow, stays, as does one whose rewrite
 * the calendar refused, and one that the host repeats, whose other times no write of ours takes away. A copy in another
 * calendar, such as an invitation, may lag behind. Once the entry itself is gone, because the host moved it there, it
 * adds what it says.
 */
export const whereShownByBooking = (hostId: string, entry: typeof calendarEntries) =>
  sql`exists (select from ${bookings} where ${bookings.hostId} = ${hostId}
    and ${whereEntryOf(bookings.calendarEntryId, entry)}
    and ((${bookings.startAt} = ${entry.startAt} and ${bookings.endAt} = ${entry.endAt})
      or (${bookings.status} = 'canceled' and ${bookings.calendarId} = ${entry.calendarId})
      or (case when ${bookings.calendarId} <> ${entry.calendarId} then ${bookings.entryRemovedAt} is null
          else ${bookings.entrySequence} is distinct from ${bookings.sequence}
            and ${bookings.entryDivergedAt} is null
            and ${bookings.refusedSequence} is distinct from ${bookings.sequence} end
        and not exists (select from ${calendarEntries} as other_times where ${otherTimes.hostId} = ${hostId}
          and ${otherTimes.calendarId} = ${entry.calendarId} and ${otherTimes.startAt} <> ${entry.startAt}
          and ${whereEntryOf(bookings.calendarEntryId, otherTimes)}))))`

/** SQL: a mirrored entry, or one of its times, or a copy of it, has this id. */
const whereEntryOf = (id: SQLWrapper, { entryId, uid }: Record<'entryId' | 'uid', SQLWrapper>) =>
  sql`${id} in (${entryId}, split_part(${uid}, '@', 1))`
