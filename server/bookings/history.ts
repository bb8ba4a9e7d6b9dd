import { randomUUID } from 'node:crypto'
import { and, desc, eq } from 'drizzle-orm'
import type { Actor, BookingAction } from '../../contract/bookings/booking-actors.ts'
import type { BookingAnswer } from '../../contract/bookings/booking.schema.ts'
import type { Db, Tx } from '../db/database.ts'
import { insertRows } from '../db/insert-rows.ts'
import { bookingHistory, type BookingRow } from '../db/tables/bookings.ts'
import { toIso } from '../http/iso.ts'

const MAX_SHOWN = 50

interface Step {
  action: BookingAction
  by: Actor
  /** Who was invited, shown the page or removed. */
  emails?: readonly string[]
}

/** Records who did what to a booking, in the transaction that does it. */
export async function recordHistory(
  tx: Tx,
  { hostId, id: bookingId }: Pick<BookingRow, 'hostId' | 'id'>,
  { action, by, emails = [] }: Step,
  now: number,
): Promise<void> {
  const id = randomUUID()
  const actor = { actor: by.role, actorEmail: by.email }
  await insertRows(tx, bookingHistory, [
    { hostId, id, bookingId, at: now, action, ...actor, emails: [...emails] },
  ])
}

/** The latest steps, newest first. */
export async function readHistory(
  db: Db | Tx,
  { hostId, id }: Pick<BookingRow, 'hostId' | 'id'>,
): Promise<BookingAnswer['bookingData']['history']> {
  const steps = await db
    .select()
    .from(bookingHistory)
    .where(and(eq(bookingHistory.hostId, hostId), eq(bookingHistory.bookingId, id)))
    .orderBy(desc(bookingHistory.at), desc(bookingHistory.id))
    .limit(MAX_SHOWN)
  return steps.map(({ id: step, at, action, actor, actorEmail, emails }) => ({
    id: step,
    at: toIso(at),
    action,
    by: actor,
    byEmail: actorEmail || null,
    emails,
  }))
}
