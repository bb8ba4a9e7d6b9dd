import { EXCLUSION_VIOLATION, sqlState } from '../db/sql-errors.ts'
import type { Tx } from '../db/database.ts'
import { withoutWaiting } from '../db/last-writes.ts'
import type { Deps } from '../adapters/deps.ts'
import { type HeldUntil, holdMails } from '../emails/held-mails.ts'
import type { BookingBefore } from '../emails/changed-details.ts'
import { type MailedBooking, mailsAbout } from '../emails/queue-mails.ts'
import { slotNotFound } from '../http/errors.ts'
import { enqueueAll, newJob } from '../jobs/enqueue.ts'
import { guestsOf } from './guests/guests.ts'
import { recordHistory } from './history.ts'
import type { Actor } from '../../contract/bookings/booking-actors.ts'

/**
 * Runs a change of bookings in one transaction, and starts its jobs once it has committed. Throws `slot_not_found` if
 * the database refuses a booking that overlaps another one of its host.
 */
export async function commitChange<T>(deps: Deps, change: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    const result = await deps.db.transaction(change)
    deps.wake('jobs')
    return result
  } catch (error) {
    throw sqlState(error) === EXCLUSION_VIOLATION ? slotNotFound() : error
  }
}

type BookingChange = { by: Actor } &
  /** `guests`: who is invited with the booking. `heldUntil`: whose mails wait for room in an allowance. */
  (
    | { kind: 'booked'; guests: readonly string[]; heldUntil: HeldUntil }
    /**
     * `before`: the booking as it was. `inCalendar`: the host made the change in their calendar, so it is there
     * already. `isUnannounced`: it is news to nobody.
     */
    | { kind: 'changed'; before: BookingBefore; inCalendar?: boolean; isUnannounced?: boolean }
    | { kind: 'canceled'; message: string }
    /** `emails`: the new guests. */
    | { kind: 'invited'; emails: readonly string[] }
    /** They get no more emails. */
    | { kind: 'removed'; email: string }
    /** The invitee's data is gone. */
    | { kind: 'erased' }
  )

/** Records a change of a booking in its transaction, and queues everything that follows: calendar entry and emails. */
export async function recordChange(
  tx: Tx,
  booking: MailedBooking,
  change: BookingChange,
  now: number,
): Promise<void> {
  const { hostId, id: bookingId } = booking
  const skipsHistory = change.kind === 'invited' && change.emails.length === 0
  if (!skipsHistory) withoutWaiting(tx, recordHistory(tx, booking, historyEntry(booking, change), now))
  const isInCalendar = change.kind === 'changed' && change.inCalendar === true
  const entrySync = newJob('syncCalendarEntry', { bookingId }, { hostId, now, retryUntil: booking.endAt })
  const mails = await mailsOf(tx, booking, change, now)
  withoutWaiting(tx, enqueueAll(tx, isInCalendar ? mails : [entrySync, ...mails]))
}

async function mailsOf(tx: Tx, booking: MailedBooking, change: BookingChange, now: number) {
  const { by } = change
  switch (change.kind) {
    case 'booked':
      return holdMails(
        [
          ...(await mailsAbout(tx, booking, 'booked', now, { by })),
          ...(await mailsAbout(tx, booking, 'invited', now, { emails: change.guests, by })),
        ],
        change.heldUntil,
        booking,
      )
    case 'changed':
      if (change.isUnannounced) return []
      return mailsAbout(tx, booking, 'changed', now, {
        emails: await guestsOf(tx, booking),
        before: change.before,
        by,
      })
    case 'canceled':
      return mailsAbout(tx, booking, 'canceled', now, {
        emails: await guestsOf(tx, booking),
        message: change.message,
        by,
      })
    case 'invited':
      return mailsAbout(tx, booking, 'invited', now, { emails: change.emails, by })
    case 'removed':
    case 'erased':
      return []
  }
}

function historyEntry({ startAt }: MailedBooking, change: BookingChange) {
  const { kind, by } = change
  const action = kind === 'changed' && change.before.startAt !== startAt ? 'moved' : kind
  return { action, by, emails: emailsOf(change) } as const
}

function emailsOf(change: BookingChange): readonly string[] {
  if (change.kind === 'booked') return change.guests
  if (change.kind === 'invited') return change.emails
  return change.kind === 'removed' ? [change.email] : []
}
