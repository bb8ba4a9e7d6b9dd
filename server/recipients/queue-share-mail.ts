import { and, between, eq, gt, sql } from 'drizzle-orm'
import { allowances } from '../../contract/bookings/rate-limits.ts'
import { unsentShareMails } from '../../contract/events/event-shares.ts'
import { addressesPerDay, countMails, lastDay, uncountMails } from './count-mails.ts'
import type { Tx } from '../db/database.ts'
import { recipientLimits } from '../db/tables/recipients.ts'
import { jobs } from '../db/tables/jobs.ts'
import { enqueue, RETRIES_MS } from '../jobs/enqueue.ts'
import { hashEmail } from './hash-email.ts'
import type { QueuedShareMail } from '../jobs/queued-mail.ts'

interface Sharing extends Pick<QueuedShareMail, 'what' | 'id'> {
  /** In lowercase. */
  email: string
  /** Whether it wasn't shared with them before. */
  isNew: boolean
  /** Whether the host wants them to be emailed. */
  notify: boolean
}

/**
 * Queues the email to somebody that a host shares something with, in the transaction that shares it. If that is new,
 * call it last, under the lock of the host's row. Returns why there is no email though the host wants one, and null
 * otherwise. That doesn't depend on whether the address has an account.
 */
export async function queueShareMail(
  tx: Tx,
  hostId: string,
  { what, id, email, isNew, notify }: Sharing,
  now: number,
): Promise<string | null> {
  const mail: QueuedShareMail = { what, id, emailHash: hashEmail(email) }
  // An earlier share's email that is still to be sent will do, and is needed even to restore that share.
  if ((await wakeWaiting(tx, hostId, mail, now)) || !notify) return null
  if (!isNew) return unsentShareMails.hadAccess
  const refusal = await countShareMail(tx, hostId, email, now)
  if (refusal === null) await enqueue(tx, 'sendShareMail', mail, { hostId, now })
  return refusal
}

/** Sends an email now that waits because what it is about was no longer shared. True if there is one. */
async function wakeWaiting(tx: Tx, hostId: string, mail: QueuedShareMail, now: number): Promise<boolean> {
  const woken = await tx
    .update(jobs)
    .set({ runAt: now, isDue: true, retryUntil: now + RETRIES_MS.mail })
    .where(
      and(
        eq(jobs.hostId, hostId),
        eq(jobs.kind, 'sendShareMail'),
        eq(jobs.state, 'queued'),
        sql`${jobs.payload} @> ${JSON.stringify(mail)}::jsonb`,
      ),
    )
    .returning({ id: jobs.id })
  return woken.length > 0
}

/** Counts an email, or returns why there is no room for it. */
async function countShareMail(tx: Tx, hostId: string, email: string, now: number): Promise<string | null> {
  const counted = { hostId, allowance: 'shares' } as const
  const isOver = await countMails(tx, counted, [email], now, unsentShareMails.tooManyMails)
  const refusal = isOver(email)?.message ?? (await tooManyToday(tx, hostId, now))
  if (refusal !== null) await uncountMails(tx, counted, [email])
  return refusal
}

/** Says so if the address that was counted last is one too many for the host's day. */
async function tooManyToday(tx: Tx, hostId: string, now: number): Promise<string | null> {
  const perDay = await addressesPerDay(tx, hostId, allowances.shares, now)
  const addresses = await tx.$count(
    recipientLimits,
    and(
      eq(recipientLimits.allowance, 'shares'),
      eq(recipientLimits.scope, hostId),
      between(recipientLimits.windowStart, ...lastDay(now)),
      gt(recipientLimits.mails, 0),
    ),
  )
  return addresses <= perDay ? null : unsentShareMails.tooManyToday(perDay)
}
