import { and, eq } from 'drizzle-orm'
import { readSettings } from '../hosts/read-settings.ts'
import { findGuestLink, findLatestGuestLink, listGuestLinks } from '../bookings/guest-links.ts'
import type { Db } from '../db/database.ts'
import { bookingRecipients } from '../db/tables/recipients.ts'
import { hosts } from '../db/tables/hosts.ts'
import { type BookingRow, bookings } from '../db/tables/bookings.ts'
import { events } from '../db/tables/events.ts'
import type { Job, JobHandler } from '../jobs/job.ts'
import { composeMail } from './compose-mail.ts'
import { deliver } from './deliver.ts'
import { hashEmail } from '../recipients/hash-email.ts'
import { isHeldBack, releaseHeldMail } from './held-mails.ts'
import { isBlocked, stopUrl } from './mail-blocks.ts'
import { mailQueue } from './queue-mails.ts'
import type { QueuedMail } from '../jobs/queued-mail.ts'
import { isSuperseded } from './unsent-mails.ts'
import { wantsMail } from './wants-mail.ts'

/** Sends one mail about a booking to one person. */
export const sendMail: JobHandler<'sendMail'> = async (deps, job) => {
  const { db, publicUrl, encryption, now } = deps
  const mail = job.payload
  const [found] = await db
    .select({ booking: bookings, event: events, host: hosts })
    .from(bookings)
    .innerJoin(hosts, eq(hosts.id, bookings.hostId))
    .leftJoin(events, and(eq(events.hostId, bookings.hostId), eq(events.id, bookings.eventId)))
    .where(and(eq(bookings.hostId, job.hostId), eq(bookings.id, mail.bookingId)))
  if (!found) return
  // A held mail has to fail instead, which holds back those after it.
  if (!job.isHeld && (isOutdated(found.booking, job, now()) || (await isSuperseded(db, job)))) return
  const isGuest = mail.role === 'guest' || mail.role === 'recipient'
  const find = mail.kind === 'canceled' ? findLatestGuestLink : findGuestLink
  const link = isGuest ? await find(db, found.booking, mail.to) : null
  // They were removed since. A cancellation is still sent, because the meeting is in their calendar.
  if (isGuest && link === null) return
  // Read now, not when the mail was queued: the host may have turned it off since.
  const settings = await readSettings(db, job.hostId)
  if (!wantsMail(settings, mail)) return
  const sender = { hostId: job.hostId, email: mail.to }
  if (mail.role !== 'host' && (await isBlocked(db, sender))) return
  if (job.isHeld) await releaseHeldMail(deps, job)
  else if (mail.role !== 'host' && (await isHeldBack(db, mailQueue(found.booking, mail)))) return
  const isAddedByOthers = mail.role !== 'host' && (await wasAddedByOthers(db, found.booking, mail))
  const stop = isAddedByOthers ? stopUrl(encryption, publicUrl, sender) : null
  const isByGuest = mail.role === 'invitee' && mail.by?.role === 'guest'
  const people = isByGuest ? (await listGuestLinks(db, found.booking)).map(({ email }) => email) : []
  await deliver(
    deps,
    composeMail({ ...found, link, people, settings, mail, job, publicUrl, stopUrl: stop, now: now() }),
  )
}

/** Whether somebody else may have brought the recipient into the booking: only the first invitee came on their own. */
async function wasAddedByOthers(db: Db, { hostId, id }: BookingRow, { kind, role, to }: QueuedMail) {
  if (role !== 'invitee' || kind === 'readdressed') return true
  const whereRecipient = and(
    eq(bookingRecipients.hostId, hostId),
    eq(bookingRecipients.bookingId, id),
    eq(bookingRecipients.emailHash, hashEmail(to)),
  )
  return (await db.$count(bookingRecipients, whereRecipient)) > 0
}

/**
 * Whether the meeting that a mail announces was canceled or is over, because the mail is late or was queued again after
 * it had failed. A mail about a change that somebody made after the meeting isn't outdated.
 */
function isOutdated(
  booking: BookingRow,
  { payload: mail, createdAt }: Pick<Job<'sendMail'>, 'payload' | 'createdAt'>,
  now: number,
): boolean {
  if (mail.kind === 'canceled' || mail.kind === 'readdressed') return false
  if (booking.status === 'canceled') return true
  if (mail.kind === 'reminder') return booking.startAt !== mail.startAt || booking.startAt <= now
  return createdAt < booking.endAt && booking.endAt <= now
}
