import { and, eq } from 'drizzle-orm'
import { readSettings } from '../account/get-settings.ts'
import { bookings, hosts } from '../db/schema.ts'
import type { JobHandler } from '../jobs/worker.ts'
import { composeMail } from './compose-mail.ts'
import { deliver } from './deliver.ts'
import { readQueued, type QueuedMail } from './queue-mails.ts'
import { wantsMail } from './wants-mail.ts'

type Booking = typeof bookings.$inferSelect

/** Sends one mail about a booking to one person. The payload is made by `queueMails`. */
export const sendMail: JobHandler = async (deps, job) => {
  const { db, publicUrl, now } = deps
  const mail = readQueued(job.payload)
  const [found] = await db
    .select({ booking: bookings, host: hosts })
    .from(bookings)
    .innerJoin(hosts, eq(hosts.id, bookings.hostId))
    .where(and(eq(bookings.hostId, job.hostId), eq(bookings.id, mail.bookingId)))
  if (!found) return
  if (mail.kind === 'reminder' && !isStillToCome(found.booking, mail, now())) return
  // Read now, not when it was queued: what was switched off meanwhile stays unsent.
  const settings = await readSettings(db, job.hostId)
  if (!wantsMail(settings, mail)) return
  await deliver(deps, composeMail({ ...found, settings, mail, job, publicUrl, now: now() }))
}

const isStillToCome = (booking: Booking, mail: QueuedMail, now: number) =>
  booking.status === 'confirmed' && booking.startAt === mail.startAt && booking.startAt > now
