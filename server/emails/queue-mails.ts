import { createsVideoCall } from '../../contract/event-options.ts'
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Actor } from '../bookings/open-booking.ts'
import { type BookingRow, jobs } from '../db/schema.ts'
import type { Db, Tx } from '../db/database.ts'
import { enqueue } from '../jobs/enqueue.ts'
import type { MailKind, QueuedMail } from './queued-mail.ts'

const HOUR_MS = 3_600_000
/** How long before a meeting its reminders are sent. */
const REMINDER_LEAD_MS = [24 * HOUR_MS, HOUR_MS]
/** A calendar needs a moment to create a video link. Confirmations wait this long for it (`releaseMailsAwaitingLink`). */
const LINK_WAIT_MS = 3000

type Booking = Pick<BookingRow, 'hostId' | 'id' | 'email' | 'meetVia' | 'startAt' | 'endAt' | 'sequence'>

export interface MailDetails {
  message?: string
  /** Who is invited or shown the page; for other kinds, the guests who also get the mail. */
  emails?: readonly string[]
  /** The booking before a change: says whether it moved, and whose address it had. */
  before?: { startAt: number; email: string }
  /** Who made the change. */
  by?: Actor
}

/** Queues the mails that follow a change of a booking, in its transaction: one job per person, and the reminders. */
export async function queueMails(
  tx: Tx,
  booking: Booking,
  kind: Exclude<MailKind, 'reminder' | 'readdressed'>,
  now: number,
  { message = '', emails = [], before, by }: MailDetails = {},
): Promise<void> {
  const isAddressed = kind === 'invited' || kind === 'shared'
  const others = uniqueAddresses(emails).map(
    (to) => ({ role: kind === 'shared' ? 'recipient' : 'guest', to }) as const,
  )
  const participants = [
    { role: 'invitee', to: booking.email },
    { role: 'host', to: '' },
  ] as const
  const previousStartAt = before && before.startAt !== booking.startAt ? before.startAt : null
  const runAt = kind === 'booked' && createsVideoCall(booking.meetVia) ? now + LINK_WAIT_MS : now
  for (const person of isAddressed ? others : [...participants, ...others]) {
    await queueMail(
      tx,
      booking,
      { kind, ...person, message, previousStartAt, ...(by && { by }) },
      { now, runAt },
    )
  }
  const stillConcerned = [booking.email, ...emails].map((email) => email.toLowerCase())
  if (before && !stillConcerned.includes(before.email.toLowerCase())) {
    await queueMail(tx, booking, { kind: 'readdressed', role: 'invitee', to: before.email }, { now })
  }
  if (!isAddressed) await replaceReminders(tx, booking, kind === 'canceled' ? [] : participants, now)
}

async function replaceReminders(
  tx: Tx,
  booking: Booking,
  participants: readonly Pick<QueuedMail, 'role' | 'to'>[],
  now: number,
): Promise<void> {
  await tx
    .delete(jobs)
    .where(and(eq(jobs.hostId, booking.hostId), eq(jobs.queueName, reminderQueue(booking))))
  for (const runAt of REMINDER_LEAD_MS.map((lead) => booking.startAt - lead).filter((at) => at > now)) {
    for (const person of participants)
      await queueMail(tx, booking, { kind: 'reminder', ...person }, { now, runAt })
  }
}

type Mail = Pick<QueuedMail, 'kind' | 'role' | 'to'> & Partial<QueuedMail>

async function queueMail(
  tx: Tx,
  booking: Booking,
  mail: Mail,
  times: { now: number; runAt?: number },
): Promise<void> {
  const { hostId, id: bookingId, startAt, endAt, sequence } = booking
  await enqueue(
    tx,
    'sendMail',
    { bookingId, startAt, endAt, sequence, message: '', previousStartAt: null, ...mail },
    {
      ...times,
      hostId,
      // Nobody reads about a cancellation before they read about the booking.
      queueName: mail.kind === 'reminder' ? reminderQueue(booking) : `${bookingId} ${mail.role} ${mail.to}`,
      position: sequence,
    },
  )
}

/** Sends the confirmations that wait for the link of a booking's video call. */
export async function releaseMailsAwaitingLink(
  db: Db,
  { hostId, id: bookingId }: Pick<Booking, 'hostId' | 'id'>,
  now: number,
): Promise<void> {
  const payload: Partial<QueuedMail> = { bookingId, kind: 'booked' }
  await db
    .update(jobs)
    .set({ runAt: now })
    .where(
      and(
        eq(jobs.hostId, hostId),
        eq(jobs.state, 'queued'),
        gt(jobs.runAt, now),
        lte(jobs.runAt, now + LINK_WAIT_MS),
        sql`${jobs.payload} @> ${JSON.stringify(payload)}::jsonb`,
      ),
    )
}

/** A queue of their own, so that a changed booking finds and replaces its reminders. */
const reminderQueue = ({ id }: Booking) => `${id} reminders`

/** Each address once, ignoring case. */
const uniqueAddresses = (emails: readonly string[]) => [
  ...new Map(emails.map((email) => [email.trim().toLowerCase(), email.trim()])).values(),
]
