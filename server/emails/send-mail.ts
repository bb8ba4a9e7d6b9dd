import { and, eq } from 'drizzle-orm'
import { readSettings } from '../account/get-settings.ts'
import { findGuestLink } from '../bookings/guest-links.ts'
import { type BookingRow, bookings, hosts } from '../db/schema.ts'
import type { JobHandler } from '../jobs/job.ts'
import { composeMail } from './compose-mail.ts'
import { deliver } from './deliver.ts'
import type { QueuedMail } from './queued-mail.ts'
import { wantsMail } from './wants-mail.ts'

/** Sends one mail about a booking to one person. */
export const sendMail: JobHandler<'sendMail'> = async (deps, job) => {
  const { db, publicUrl, now } = deps
  const mail = job.payload
  const [found] = await db
    .select({ booking: bookings, host: hosts })
    .from(bookings)
    .innerJoin(hosts, eq(hosts.id, bookings.hostId))
    .where(and(eq(bookings.hostId, job.hostId), eq(bookings.id, mail.bookingId)))
  if (!found) return
  if (mail.kind === 'reminder' && !isStillDue(found.booking, mail, now())) return
  const isGuest = mail.role === 'guest' || mail.role === 'recipient'
  const link = isGuest ? await findGuestLink(db, found.booking, mail.to) : null
  // They were removed since.
  if (isGuest && link === null) return
  // Read now, not when the mail was queued: the host may have turned it off since.
  const settings = await readSettings(db, job.hostId)
  if (!wantsMail(settings, mail)) return
  await deliver(deps, composeMail({ ...found, link, settings, mail, job, publicUrl, now: now() }))
}

/** False if the meeting was canceled or moved since, or has begun. */
const isStillDue = (booking: BookingRow, mail: QueuedMail, now: number) =>
  booking.status === 'confirmed' && booking.startAt === mail.startAt && booking.startAt > now
