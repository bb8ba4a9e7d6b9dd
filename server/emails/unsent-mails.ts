import { and, eq, gt, isNull, ne, notBetween, or, sql } from 'drizzle-orm'
import { jobs } from '../db/tables/jobs.ts'
import type { BookingRow } from '../db/tables/bookings.ts'
import type { Db, Tx } from '../db/database.ts'
import { latestLockEnd } from '../jobs/claim-jobs.ts'
import type { Job } from '../jobs/job.ts'
import type { QueuedMail } from '../jobs/queued-mail.ts'

/** The emails to one person about one booking. */
export interface MailQueue {
  hostId: string
  queueName: string
}

const whereOf = ({ hostId, queueName }: MailQueue) =>
  and(eq(jobs.hostId, hostId), eq(jobs.queueName, queueName))
const whereQueued = (queue: MailQueue) => and(whereOf(queue), eq(jobs.state, 'queued'))

const whereUnclaimed = (now: number) =>
  or(isNull(jobs.lockedUntil), notBetween(jobs.lockedUntil, now, latestLockEnd(now)))

/** An email that certainly didn't arrive and that nobody is sending right now. */
const whereNotArrived = and(isNull(jobs.lockedUntil), eq(jobs.uncertainAttempts, 0))

/** The first email about a booking, never tried. One that was tried may have arrived though the response was lost. */
const whereUntriedConfirmation = (queue: MailQueue) =>
  and(whereQueued(queue), eq(jobs.attempts, 0), sql`${jobs.payload} ->> 'kind' in ('booked', 'invited')`)

/** An email waiting for its next try. */
export interface WaitingMail {
  mail: QueuedMail
  /** The mail server got it but didn't confirm it, or the process that was sending it died. */
  mayHaveArrived: boolean
}

/**
 * Whether an email waits that certainly didn't arrive and that nobody is sending right now, so that it will also say
 * what is new. It is then sent even if the changes that it was about are undone.
 */
export async function addToUnsentMail(tx: Tx, queue: MailQueue): Promise<boolean> {
  const news: Partial<QueuedMail> = { hasNewDetails: true }
  const waiting = await tx
    .update(jobs)
    .set({ payload: sql`${jobs.payload} || ${JSON.stringify(news)}::jsonb` })
    .where(and(whereQueued(queue), whereNotArrived))
    .returning({ id: jobs.id })
  return waiting.length > 0
}

/**
 * Removes the emails about changes that nobody is sending right now. Returns them, oldest first, and when the first of
 * them was due (null if there was none).
 */
export async function removeWaitingChanges(
  tx: Tx,
  queue: MailQueue,
  now: number,
): Promise<{ removed: WaitingMail[]; dueAt: number | null }> {
  const rows = await tx
    .delete(jobs)
    .where(and(whereQueued(queue), whereUnclaimed(now), sql`${jobs.payload} ->> 'kind' = 'changed'`))
    .returning()
  return {
    removed: rows
      .toSorted((a, b) => a.position - b.position)
      .map(({ payload, uncertainAttempts, lockedUntil }) => ({
        mail: payload as unknown as QueuedMail,
        mayHaveArrived: uncertainAttempts > 0 || lockedUntil !== null,
      })),
    dueAt: rows.length === 0 ? null : Math.min(...rows.map(({ runAt }) => runAt)),
  }
}

/**
 * Brings a confirmation up to date that was never tried. True if there was one, so it is all that the person has to
 * know.
 */
export async function rewriteUntriedConfirmation(
  tx: Tx,
  queue: MailQueue,
  { startAt, endAt, sequence }: Pick<BookingRow, 'startAt' | 'endAt' | 'sequence'>,
): Promise<boolean> {
  const current: Partial<QueuedMail> = { startAt, endAt, sequence }
  const rewritten = await tx
    .update(jobs)
    .set({ payload: sql`${jobs.payload} || ${JSON.stringify(current)}::jsonb` })
    .where(whereUntriedConfirmation(queue))
    .returning({ id: jobs.id })
  return rewritten.length > 0
}

/**
 * Removes a confirmation that was never tried, also one that was held until it was given up. True if there was one, so
 * the person hasn't heard of the booking.
 */
export async function removeUntriedConfirmation(tx: Tx, queue: MailQueue): Promise<boolean> {
  const whereHeld = and(eq(jobs.hostId, queue.hostId), eq(jobs.queueName, queue.queueName), jobs.isHeld)
  const removed = await tx
    .delete(jobs)
    .where(or(whereUntriedConfirmation(queue), whereHeld))
    .returning({ id: jobs.id })
  return removed.length > 0
}

/** Whether no email to a person is left, neither sent nor waiting. */
export const isEmptyQueue = async (tx: Tx, queue: MailQueue): Promise<boolean> =>
  (await tx.$count(jobs, whereOf(queue))) === 0

/**
 * Removes an invitation that certainly didn't arrive. True if there was one and no other email, so the person hasn't
 * heard of the booking.
 */
export async function removeUnsentInvitation(tx: Tx, queue: MailQueue): Promise<boolean> {
  const removed = await tx
    .delete(jobs)
    .where(
      and(
        whereOf(queue),
        ne(jobs.state, 'done'),
        // Nothing is sent after one that is held.
        eq(jobs.isHeld, false),
        whereNotArrived,
        sql`${jobs.payload} ->> 'kind' = 'invited'`,
      ),
    )
    .returning({ id: jobs.id })
  return removed.length > 0 && (await isEmptyQueue(tx, queue))
}

/** Removes what somebody was going to hear of a booking that they no longer take part in, but not that it was canceled. */
export async function removeUnsentNews(tx: Tx, queue: MailQueue, now: number): Promise<void> {
  await removeUntriedConfirmation(tx, queue)
  const whereNews = sql`${jobs.payload} ->> 'kind' in ('invited', 'changed', 'linked')`
  await tx.delete(jobs).where(and(whereQueued(queue), whereUnclaimed(now), whereNews))
}

/**
 * Whether an email that was queued after this one for the same person says what counts now: it is done, or this one
 * may have arrived and another copy would contradict it. What somebody wrote when they shared the page isn't in later
 * ones.
 */
export async function isSuperseded(
  db: Db,
  { hostId, queueName, position, uncertainAttempts, payload }: Job<'sendMail'>,
): Promise<boolean> {
  if (queueName === null || (payload.kind === 'shared' && uncertainAttempts === 0)) return false
  const whereLater = and(
    eq(jobs.hostId, hostId),
    eq(jobs.queueName, queueName),
    gt(jobs.position, position),
    uncertainAttempts > 0 ? undefined : eq(jobs.state, 'done'),
  )
  return (await db.$count(jobs, whereLater)) > 0
}
