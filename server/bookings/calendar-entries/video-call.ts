import { createsVideoCall } from '../../../contract/events/event-options.ts'
import { guestsOf } from '../guests/guests.ts'
import { whereBooking } from '../lock-booking.ts'
import type { Tx } from '../../db/database.ts'
import { type BookingRow, bookings } from '../../db/tables/bookings.ts'
import {
  queueLinkFailedMail,
  queueLinkMails,
  releaseMailsAwaitingLink,
} from '../../emails/queue-link-mails.ts'
import type { CalendarEntry } from '../../adapters/calendar-provider.ts'

type VideoCall = Pick<CalendarEntry, 'conferenceUrl' | 'hasFailedConference'>

/**
 * Remembers the link of a booking's video call, or that the calendar can't create one, and emails the people whose
 * emails went out without it. Call it under the lock of the host's row, with the booking as it is then.
 */
export async function recordVideoCall(
  tx: Tx,
  booking: BookingRow,
  { conferenceUrl, hasFailedConference }: VideoCall,
  now: number,
): Promise<void> {
  if (!hasCall(booking) || booking.meetingUrl !== null) return
  if (conferenceUrl !== null) {
    await tx
      .update(bookings)
      .set({ meetingUrl: conferenceUrl, videoCallFailedAt: null })
      .where(whereBooking(booking))
    await queueLinkMails(tx, booking, await guestsOf(tx, booking), { now })
  } else if (hasFailedConference && booking.videoCallFailedAt === null) {
    await tx.update(bookings).set({ videoCallFailedAt: now }).where(whereBooking(booking))
    await queueLinkFailedMail(tx, booking, now)
  } else {
    return
  }
  await releaseMailsAwaitingLink(tx, booking, now)
}

/** Remembers the video call of an entry that was listed, whose host may also have replaced it by another one. */
export async function adoptVideoCall(
  tx: Tx,
  booking: BookingRow,
  call: VideoCall,
  now: number,
): Promise<void> {
  const { conferenceUrl } = call
  const { meetingUrl } = booking
  if (meetingUrl === null) return recordVideoCall(tx, booking, call, now)
  // One that is only removed may come back.
  if (!hasCall(booking) || conferenceUrl === null || conferenceUrl === meetingUrl) return
  await tx.update(bookings).set({ meetingUrl: conferenceUrl }).where(whereBooking(booking))
  if (booking.endAt <= now) return
  await queueLinkMails(tx, booking, await guestsOf(tx, booking), { now, isReplacement: true })
}

const hasCall = ({ status, meetVia }: BookingRow) => status === 'confirmed' && createsVideoCall(meetVia)
