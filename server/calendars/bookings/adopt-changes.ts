import type { calendar_v3 } from '@googleapis/calendar'
import { and, eq, gte, inArray, isNull, lt, sql } from 'drizzle-orm'
import { guestsOf, isBooking } from '../../bookings/lock-booking.ts'
import { bookings } from '../../db/schema.ts'
import { EXCLUSION_VIOLATION, sqlState, type Tx } from '../../db/open.ts'
import { queueMails } from '../../emails/queue-mails.ts'
import type { MirrorKey } from '../mirror/pull.ts'
import { callOf } from '../google/conference.ts'

type Entry = calendar_v3.Schema$Event
type Booking = typeof bookings.$inferSelect

interface Heard {
  entries: ReadonlyMap<string, Entry>
  /** When the listing was begun: what we have written since may or may not be in it. */
  startedAt: number
  /** Where the calendar was listed whole, removed entries do not appear; this is until when it was listed. */
  wholeUntil: number | null
  now: number
}

/**
 * What the host did to the entries of bookings in their own calendar. A moved one moves its booking, and those concerned
 * are told; where it cannot follow, that is noted on it. A removed one cancels nothing: it is noted as well. Where our own writing is still to come, or may not
 * have been heard yet, it wins. To be called under the lock of the host's row.
 */
export async function noticeChanges(
  tx: Tx,
  key: MirrorKey,
  { entries, startedAt, wholeUntil, now }: Heard,
): Promise<void> {
  const ids = [...entries.keys()]
  const isInLine = and(
    eq(bookings.hostId, key.hostId),
    eq(bookings.calendarId, key.calendarId),
    eq(bookings.status, 'confirmed'),
    eq(bookings.entrySequence, bookings.sequence),
    lt(bookings.entryWrittenAt, startedAt),
  )
  if (ids.length > 0) {
    const heardOf = await tx
      .select()
      .from(bookings)
      .where(and(isInLine, inArray(bookings.calendarEntryId, ids)))
    for (const booking of heardOf) await notice(tx, booking, entries.get(booking.calendarEntryId)!, now)
  }
  if (wholeUntil === null) return
  // Only of what is to come: what lies behind is no longer listed.
  const missing = await tx
    .select()
    .from(bookings)
    .where(
      and(
        isInLine,
        isNull(bookings.entryRemovedAt),
        gte(bookings.startAt, startedAt),
        lt(bookings.startAt, wholeUntil),
      ),
    )
  const removed = missing.filter(({ calendarEntryId }) => !entries.has(calendarEntryId))
  for (const booking of removed) await note(tx, booking, { entryRemovedAt: now, entryApartAt: null })
}

async function notice(tx: Tx, booking: Booking, entry: Entry, now: number): Promise<void> {
  if (entry.status === 'cancelled') {
    if (booking.entryRemovedAt === null) await note(tx, booking, { entryRemovedAt: now, entryApartAt: null })
    return
  }
  const meetingUrl = booking.meetingUrl === null ? callOf(booking, entry) : null
  const link = meetingUrl === null ? {} : { meetingUrl }
  const startAt = Date.parse(entry.start?.dateTime ?? '')
  const endAt = Date.parse(entry.end?.dateTime ?? '')
  const isMoved = startAt !== booking.startAt || endAt !== booking.endAt
  // A meeting has a time: it does not follow its entry to the top of a day.
  const isApart = isMoved && !(endAt > startAt && (await follow(tx, booking, { startAt, endAt }, now)))
  const apart = isApart ? { entryApartAt: booking.entryApartAt ?? now } : { entryApartAt: null }
  await note(tx, booking, { ...link, ...apart, entryRemovedAt: null })
}

/** Moves a booking to where its entry is; false where another booking is in the way. */
async function follow(
  tx: Tx,
  booking: Booking,
  { startAt, endAt }: Pick<Booking, 'startAt' | 'endAt'>,
  now: number,
): Promise<boolean> {
  try {
    await tx.transaction(async (inner) => {
      const [moved] = await inner
        .update(bookings)
        .set({
          startAt,
          endAt,
          sequence: booking.sequence + 1,
          entrySequence: booking.sequence + 1,
          updatedAt: now,
        })
        .where(isBooking(booking))
        .returning()
      await queueMails(inner, moved!, 'changed', now, {
        emails: await guestsOf(inner, booking),
        before: booking,
      })
    })
    return true
  } catch (error) {
    // It stays where it was agreed, and the entry keeps its new time busy.
    if (sqlState(error) !== EXCLUSION_VIOLATION) throw error
    return false
  }
}

async function note(
  tx: Tx,
  booking: Booking,
  what: Partial<Pick<Booking, 'entryRemovedAt' | 'entryApartAt' | 'meetingUrl'>>,
): Promise<void> {
  const isNews = Object.entries(what).some(([name, value]) => booking[name as keyof typeof what] !== value)
  if (isNews) await tx.update(bookings).set(what).where(isBooking(booking))
}

/** Mirrored entries that say nothing beside their bookings: those in line with them, canceled, or about to be rewritten. */
export const isSaidByBooking = (
  hostId: string,
  entry: { entryId: unknown; startAt: unknown; endAt: unknown },
) =>
  sql`exists (select from ${bookings} where ${bookings.hostId} = ${hostId}
    and ${bookings.calendarEntryId} = ${entry.entryId}
    and (${bookings.status} = 'canceled' or ${bookings.entrySequence} is distinct from ${bookings.sequence}
      or (${bookings.startAt} = ${entry.startAt} and ${bookings.endAt} = ${entry.endAt})))`
