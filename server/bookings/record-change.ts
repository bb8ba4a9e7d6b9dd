import { EXCLUSION_VIOLATION, sqlState } from '../db/sql-errors.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { type BookingBefore, type MailedBooking, queueMails } from '../emails/queue-mails.ts'
import { slotNotFound } from '../errors.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { guestsOf } from './guests.ts'

/**
 * Runs a change of bookings in one transaction, and starts its jobs once it has committed. Throws `slot_not_found` if the
 * database refuses a booking that overlaps another one of its host.
 */
export async function commitChange<T>(deps: Deps, change: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    const result = await deps.db.transaction(change)
    deps.wake()
    return result
  } catch (error) {
    throw sqlState(error) === EXCLUSION_VIOLATION ? slotNotFound() : error
  }
}

type BookingChange =
  | { kind: 'booked' }
  /** `before`: the booking as it was. `inCalendar`: the host made the change in their calendar, so it is there already. */
  | { kind: 'changed'; before: BookingBefore; inCalendar?: boolean }
  | { kind: 'canceled'; message: string }
  /** `emails`: the new guests. */
  | { kind: 'invited'; emails: readonly string[] }

/** Queues everything that follows a change of a booking, in the transaction that makes it: calendar entry and emails. */
export async function recordChange(
  tx: Tx,
  booking: MailedBooking,
  change: BookingChange,
  now: number,
): Promise<void> {
  const { hostId, id: bookingId } = booking
  const isInCalendar = change.kind === 'changed' && change.inCalendar === true
  if (!isInCalendar) await enqueue(tx, 'syncCalendarEntry', { bookingId }, { hostId, now })
  switch (change.kind) {
    case 'booked':
      return queueMails(tx, booking, 'booked', now)
    case 'changed':
      return queueMails(tx, booking, 'changed', now, {
        emails: await guestsOf(tx, booking),
        before: change.before,
      })
    case 'canceled':
      return queueMails(tx, booking, 'canceled', now, {
        emails: await guestsOf(tx, booking),
        message: change.message,
      })
    case 'invited':
      return queueMails(tx, booking, 'invited', now, { emails: change.emails })
  }
}
