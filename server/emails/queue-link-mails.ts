import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { jobs } from '../db/tables/jobs.ts'
import type { Tx } from '../db/database.ts'
import { LINK_WAIT_MS, mailQueue, type MailedBooking, queueMail } from './queue-mails.ts'
import type { QueuedMail } from '../jobs/queued-mail.ts'
import { addToUnsentMail } from './unsent-mails.ts'

type Person = Pick<QueuedMail, 'role' | 'to'>

const host: Person = { role: 'host', to: '' }

/** Emails the link of a video call that came late, or was replaced. Emails that are still queued will have it anyway. */
export async function queueLinkMails(
  tx: Tx,
  booking: MailedBooking,
  guests: readonly string[],
  { now, isReplacement = false }: { now: number; isReplacement?: boolean },
): Promise<void> {
  const people: Person[] = [
    { role: 'invitee', to: booking.email },
    host,
    ...guests.map((to) => ({ role: 'guest', to }) as const),
  ]
  for (const person of people) {
    if (await addToUnsentMail(tx, mailQueue(booking, person))) continue
    await queueMail(tx, booking, { kind: 'linked', ...person, isReplacement }, { now })
  }
}

/** Tells the host that their calendar can't create the link, unless an email to them that is still queued says it. */
export async function queueLinkFailedMail(tx: Tx, booking: MailedBooking, now: number): Promise<void> {
  if (await addToUnsentMail(tx, mailQueue(booking, host))) return
  await queueMail(tx, booking, { kind: 'linkFailed', ...host }, { now })
}

/** Sends the confirmations and invitations that wait for the link of a booking's video call. */
export async function releaseMailsAwaitingLink(
  tx: Tx,
  { hostId, id: bookingId }: Pick<MailedBooking, 'hostId' | 'id'>,
  now: number,
): Promise<void> {
  const payload: Partial<QueuedMail> = { bookingId }
  await tx
    .update(jobs)
    .set({ runAt: now })
    .where(
      and(
        eq(jobs.hostId, hostId),
        eq(jobs.state, 'queued'),
        gt(jobs.runAt, now),
        lte(jobs.runAt, now + LINK_WAIT_MS),
        sql`${jobs.payload} @> ${JSON.stringify(payload)}::jsonb`,
        sql`${jobs.payload} ->> 'kind' in ('booked', 'invited')`,
      ),
    )
}
