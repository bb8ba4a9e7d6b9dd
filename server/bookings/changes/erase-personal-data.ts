import { and, eq, sql } from 'drizzle-orm'
import { ERASED_NAME } from '../../../contract/bookings/booking-actors.ts'
import { messages } from '../../../contract/errors.ts'
import type { Tx } from '../../db/database.ts'
import { bookingLabels } from '../../db/tables/labels.ts'
import { guestLinks } from '../../db/tables/guest-links.ts'
import { bookingGuests, bookingHistory, type BookingRow, bookings } from '../../db/tables/bookings.ts'
import { jobs } from '../../db/tables/jobs.ts'
import { isHeldBack } from '../../emails/held-mails.ts'
import { mailQueue, queueMail } from '../../emails/queue-mails.ts'
import type { QueuedMail } from '../../jobs/queued-mail.ts'
import type { Handler } from '../../http/endpoint.ts'
import { AppError } from '../../http/errors.ts'
import { countAttempt } from '../../http/attempts.ts'
import { forgetRecipients } from '../../emails/recipient-limit.ts'
import { whereBooking, lockBooking } from '../lock-booking.ts'
import { inviteeActor } from '../open-booking.ts'
import { commitChange, recordChange } from '../record-change.ts'
import { removeJobsOf } from './remove-jobs.ts'
import { searchTexts } from '../lists/search-text.ts'

/**
 * Erases what a booking says about its invitee and guests. That a meeting took place, or was canceled, stays. Only the
 * booking's own id can do it, because it is the invitee's. Repeating the call changes nothing. Guests hear of a
 * cancellation first, because their addresses are erased.
 */
export const erasePersonalData: Handler<'erasePersonalData'> = async ({ deps, params, request }) => {
  await commitChange(deps, async (tx) => {
    const { booking, link } = await lockBooking(tx, params.id, undefined)
    if (link !== null) throw new AppError('forbidden', messages.eraseRefused)
    if (booking.erasedAt !== null) return
    const now = deps.now()
    if (booking.status === 'confirmed' && booking.endAt > now)
      throw new AppError('booking_not_over', messages.bookingNotOver)
    const untold = await unsentCancellations(tx, booking)
    if (await includesGuest(tx, booking, untold))
      throw new AppError('cancellation_unsent', messages.cancellationUnsent)
    await countAttempt(tx, { address: request.ip, now })
    const isHostUnaware = untold.some(({ role }) => role === 'host')
    await removeTraces(tx, booking, now)
    const erased = await eraseColumns(tx, booking, now)
    if (isHostUnaware) await queueMail(tx, erased, { kind: 'canceled', role: 'host', to: '' }, { now })
    await recordChange(tx, erased, { kind: 'erased', by: inviteeActor }, now)
  })
  return null
}

/** The emails about the booking's cancellation that haven't been sent yet. */
async function unsentCancellations(tx: Tx, { hostId, id: bookingId }: BookingRow): Promise<QueuedMail[]> {
  const mail: Partial<QueuedMail> = { bookingId, kind: 'canceled' }
  const whereMail = sql`${jobs.payload} @> ${JSON.stringify(mail)}::jsonb`
  const unsent = await tx
    .select({ payload: jobs.payload })
    .from(jobs)
    .where(and(eq(jobs.hostId, hostId), eq(jobs.state, 'queued'), whereMail))
  return unsent.map(({ payload }) => payload as unknown as QueuedMail)
}

/** Whether one of these emails goes to a guest who has heard of the booking. */
async function includesGuest(tx: Tx, booking: BookingRow, mails: readonly QueuedMail[]): Promise<boolean> {
  for (const mail of mails)
    if (mail.role === 'guest' && !(await isHeldBack(tx, mailQueue(booking, mail)))) return true
  return false
}

/** Guests with their links, their part in the history, labels, and mails. Hashes of addresses stay while they count. */
async function removeTraces(tx: Tx, { hostId, id }: BookingRow, now: number): Promise<void> {
  await removeJobsOf(tx, hostId, [id])
  const whereGuest = and(eq(bookingGuests.hostId, hostId), eq(bookingGuests.bookingId, id))
  await tx.delete(bookingGuests).where(whereGuest)
  const whereLink = and(eq(guestLinks.hostId, hostId), eq(guestLinks.bookingId, id))
  await tx.delete(guestLinks).where(whereLink)
  await tx.delete(bookingLabels).where(and(eq(bookingLabels.hostId, hostId), eq(bookingLabels.bookingId, id)))
  await forgetRecipients(tx, { hostId, bookingId: id }, now)
  const whereStep = and(eq(bookingHistory.hostId, hostId), eq(bookingHistory.bookingId, id))
  await tx.update(bookingHistory).set({ actorEmail: '', emails: [] }).where(whereStep)
}

async function eraseColumns(tx: Tx, booking: BookingRow, now: number): Promise<BookingRow> {
  // No address, so that there is nothing to send a mail to.
  const erased = { fullName: ERASED_NAME, email: '', customFields: [] }
  const [changed] = await tx
    .update(bookings)
    .set({
      ...erased,
      ...searchTexts({ ...booking, ...erased }),
      cancellationReason: null,
      inviteeTimezone: null,
      inviteeHour12: null,
      erasedAt: now,
      sequence: booking.sequence + 1,
      updatedAt: now,
    })
    .where(whereBooking(booking))
    .returning()
  return changed!
}
