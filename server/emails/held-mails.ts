import { and, eq, ne, sql } from 'drizzle-orm'
import { HOUR } from '../../availability/units.ts'
import type { Allowance } from '../../contract/bookings/rate-limits.ts'
import { assertConfirmed } from '../bookings/lock-booking.ts'
import { admitRecipients } from './recipient-limit.ts'
import type { Db, Tx } from '../db/database.ts'
import { lockHost } from '../db/lock-host.ts'
import { jobs } from '../db/tables/jobs.ts'
import { type BookingRow, bookings } from '../db/tables/bookings.ts'
import type { Deps } from '../adapters/deps.ts'
import type { NewJob } from '../jobs/enqueue.ts'
import { type Job, JobFailed, JobPostponed } from '../jobs/job.ts'
import type { QueuedMail } from '../jobs/queued-mail.ts'
import type { MailQueue } from './unsent-mails.ts'

/** As long as other mails are retried. */
const MAX_HELD_MS = 3 * 24 * HOUR

/** Addresses without room in their allowance, in lowercase, and when they may have some. */
export type HeldUntil = ReadonlyMap<string, number>

/**
 * A new booking's mails, of which those to addresses without room in their allowance wait: a booking never fails for
 * lack of an allowance. They are sent when there is room, or given up once the meeting has begun.
 */
export const holdMails = (
  mails: readonly NewJob[],
  heldUntil: HeldUntil,
  { startAt }: Pick<BookingRow, 'startAt'>,
): NewJob[] =>
  mails.map((job) => {
    const { kind, to } = job.payload as unknown as QueuedMail
    const until = kind === 'reminder' ? undefined : heldUntil.get(to.toLowerCase())
    if (until === undefined) return job
    return { ...job, isHeld: true, runAt: Math.max(job.runAt, Math.min(until, startAt)), isDue: false }
  })

/**
 * Counts the recipient of a held mail, which is then sent like any other. Throws `JobPostponed` if there is no room,
 * `JobFailed` if there was none in time.
 */
export async function releaseHeldMail({ db, now }: Deps, job: Job<'sendMail'>): Promise<void> {
  const { bookingId, to, by } = job.payload
  const allowance: Allowance = by?.role === 'host' ? 'host' : 'guests'
  await db.transaction(async (tx) => {
    await lockHost(tx, job.hostId)
    const [booking] = await tx
      .select()
      .from(bookings)
      .where(and(eq(bookings.hostId, job.hostId), eq(bookings.id, bookingId)))
    const at = now()
    if (!booking || !isWorthSending(booking, job, at))
      throw new JobFailed('There was no room in the allowance')
    const [refusal] = await admitRecipients(tx, booking, { emails: [to], allowance }, at)
    // Others may have used the room by then, or freed some earlier.
    if (refusal) throw new JobPostponed(Math.min(Math.max(refusal.until - at, 0), HOUR))
    const released = await tx
      .update(jobs)
      .set({ isHeld: false })
      .where(and(eq(jobs.hostId, job.hostId), eq(jobs.id, job.id)))
      .returning({ id: jobs.id })
    if (released.length === 0) throw new JobFailed('Its recipient was replaced or removed')
  })
}

function isWorthSending(booking: BookingRow, { createdAt }: Pick<Job, 'createdAt'>, now: number): boolean {
  try {
    assertConfirmed(booking)
  } catch {
    return false
  }
  return booking.startAt > now && createdAt + MAX_HELD_MS > now
}

/**
 * Whether a person's first mail about a booking is still held or was given up. They don't get any other then, which
 * would be one beyond the limit about a booking that they haven't heard of.
 */
export async function isHeldBack(db: Db | Tx, { hostId, queueName }: MailQueue): Promise<boolean> {
  const whereUnsent = and(jobs.isHeld, ne(jobs.state, 'done'))
  return (await db.$count(jobs, and(eq(jobs.hostId, hostId), eq(jobs.queueName, queueName), whereUnsent))) > 0
}

/** Who hasn't been mailed about a booking for lack of an allowance. */
export async function readHeldMails(
  db: Db | Tx,
  { hostId, id, status }: Pick<BookingRow, 'hostId' | 'id' | 'status'>,
): Promise<{ email: string; isWaiting: boolean }[]> {
  if (status !== 'confirmed') return []
  const held = await db
    .select({ email: sql<string>`${jobs.payload} ->> 'to'`, state: jobs.state })
    .from(jobs)
    .where(
      and(
        eq(jobs.hostId, hostId),
        jobs.isHeld,
        ne(jobs.state, 'done'),
        sql`${jobs.payload} ->> 'bookingId' = ${id}`,
      ),
    )
    .orderBy(jobs.createdAt, sql`${jobs.payload} ->> 'to'`)
  return held.map(({ email, state }) => ({ email, isWaiting: state === 'queued' }))
}
