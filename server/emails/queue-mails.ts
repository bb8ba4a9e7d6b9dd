import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { bookings, jobs } from '../db/schema.ts'
import type { Db, Tx } from '../db/open.ts'
import { enqueue } from '../jobs/enqueue.ts'

const HOUR = 3_600_000
/** How long before a meeting its reminders go out. */
const REMINDERS = [24 * HOUR, HOUR]
/** A video link takes Google a moment. What tells of a new booking leaves this much later, or with the link (`linkIsKnown`). */
const LINK_MS = 3000

export type MailKind = 'booked' | 'changed' | 'readdressed' | 'canceled' | 'reminder' | 'invited' | 'shared'
/** Who a mail is for: those who meet, somebody invited along, or somebody the page was shared with. */
export type MailRole = 'invitee' | 'host' | 'guest' | 'reader'

/** What is mailed, and to whom. Times and number are those of the booking when it was queued, whatever has changed since. */
export interface QueuedMail {
  bookingId: string
  kind: MailKind
  role: MailRole
  /** Empty for the host: the address they have when it is sent. */
  to: string
  startAt: number
  endAt: number
  sequence: number
  /** What somebody has written along: the reason, the sender's message. */
  message: string
  /** When it was to be before it was moved. */
  beforeAt: number | null
}

type Booking = Pick<
  typeof bookings.$inferSelect,
  'hostId' | 'id' | 'email' | 'meetVia' | 'startAt' | 'endAt' | 'sequence'
>

export interface MoreOfMails {
  message?: string
  /** Who is invited or shown the page; of other kinds, the guests who are told as well. */
  emails?: readonly string[]
  /** What a changed booking was before: says that it was moved, and from when; another address is told of the change. */
  before?: { startAt: number; email: string }
}

/**
 * Queues the mails that follow a change of a booking, in the transaction that makes it: one job for each person, and the
 * reminders to come.
 */
export async function queueMails(
  tx: Tx,
  booking: Booking,
  kind: Exclude<MailKind, 'reminder' | 'readdressed'>,
  now: number,
  { message = '', emails = [], before }: MoreOfMails = {},
): Promise<void> {
  const isAddressed = kind === 'invited' || kind === 'shared'
  const others = distinct(emails).map((to) => ({ role: kind === 'shared' ? 'reader' : 'guest', to }) as const)
  const both = [
    { role: 'invitee', to: booking.email },
    { role: 'host', to: '' },
  ] as const
  const beforeAt = before && before.startAt !== booking.startAt ? before.startAt : null
  const leavesAt = kind === 'booked' && booking.meetVia === 'google-meet' ? now + LINK_MS : now
  for (const person of isAddressed ? others : [...both, ...others]) {
    await queue(tx, booking, { kind, ...person, message, beforeAt }, now, leavesAt)
  }
  const stays = [booking.email, ...emails].map((email) => email.toLowerCase())
  if (before && !stays.includes(before.email.toLowerCase())) {
    const former = { kind: 'readdressed', role: 'invitee', to: before.email } as const
    await queue(tx, booking, { ...former, message: '', beforeAt: null }, now)
  }
  if (isAddressed) return
  await tx.delete(jobs).where(and(eq(jobs.hostId, booking.hostId), eq(jobs.line, reminderLine(booking))))
  if (kind === 'canceled') return
  for (const runAt of REMINDERS.map((ahead) => booking.startAt - ahead).filter((at) => at > now)) {
    for (const person of both) {
      await queue(tx, booking, { kind: 'reminder', ...person, message: '', beforeAt: null }, now, runAt)
    }
  }
}

type Mail = Pick<QueuedMail, 'kind' | 'role' | 'to' | 'message' | 'beforeAt'>

async function queue(tx: Tx, booking: Booking, mail: Mail, now: number, runAt = now): Promise<void> {
  const { hostId, id, startAt, endAt, sequence } = booking
  const { kind, role, to, message, beforeAt } = mail
  await enqueue(tx, {
    hostId,
    kind: 'sendMail',
    payload: {
      bookingId: id,
      kind,
      role,
      to,
      startAt: String(startAt),
      endAt: String(endAt),
      sequence: String(sequence),
      message,
      ...(beforeAt !== null && { beforeAt: String(beforeAt) }),
    },
    // Nobody reads that something was canceled before they read that it was booked.
    line: kind === 'reminder' ? reminderLine(booking) : `${id} ${role} ${to}`,
    place: sequence,
    now,
    runAt,
  })
}

/** Lets go of the mails that would have the link of a booking's video call. */
export async function linkIsKnown(
  db: Db,
  { hostId, id }: Pick<Booking, 'hostId' | 'id'>,
  now: number,
): Promise<void> {
  await db
    .update(jobs)
    .set({ runAt: now })
    .where(
      and(
        eq(jobs.hostId, hostId),
        eq(jobs.state, 'queued'),
        gt(jobs.runAt, now),
        lte(jobs.runAt, now + LINK_MS),
        sql`${jobs.payload} @> ${JSON.stringify({ bookingId: id, kind: 'booked' })}::jsonb`,
      ),
    )
}

/** The mail of a job's payload. */
export function readQueued(payload: Readonly<Record<string, string>>): QueuedMail {
  const { bookingId = '', kind, role, to = '', message = '', beforeAt } = payload
  return {
    bookingId,
    kind: kind as MailKind,
    role: role as MailRole,
    to,
    startAt: Number(payload['startAt']),
    endAt: Number(payload['endAt']),
    sequence: Number(payload['sequence']),
    message,
    beforeAt: beforeAt === undefined ? null : Number(beforeAt),
  }
}

/** Reminders of a booking wait for nothing, but are found by it. */
const reminderLine = ({ id }: Booking) => `${id} reminders`

/** Each address once, however it is written. */
const distinct = (emails: readonly string[]) => [
  ...new Map(emails.map((email) => [email.trim().toLowerCase(), email.trim()])).values(),
]
