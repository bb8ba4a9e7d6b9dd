import { and, eq, isNull } from 'drizzle-orm'
import { MINUTE } from '../../availability/units.ts'
import type { ShareRole } from '../../contract/events/event-shares.ts'
import type { Db } from '../db/database.ts'
import { hosts } from '../db/tables/hosts.ts'
import { collections, collectionShares } from '../db/tables/collections.ts'
import { events } from '../db/tables/events.ts'
import { eventShares } from '../db/tables/event-shares.ts'
import { type Job, type JobHandler, JobPostponed } from '../jobs/job.ts'
import { deliver, renderMail } from './deliver.ts'
import { hashEmail } from '../recipients/hash-email.ts'
import { isBlocked, stopUrl } from './mail-blocks.ts'
import { shareMailContent } from './share-mail-wording.ts'

/** How soon we look again whether something is shared after all. */
const RECHECK_MS = 15 * MINUTE

/**
 * Tells somebody what a host shares with them; without an account, how to get to it. It says what they may do now, not
 * when the mail was queued. While nothing is shared it waits, because the host can restore a share, an event and their
 * account.
 */
export const sendShareMail: JobHandler<'sendShareMail'> = async (deps, job) => {
  const { db, publicUrl, encryption, now } = deps
  const [host] = await db.select().from(hosts).where(eq(hosts.id, job.hostId))
  const share = await findShare(db, job)
  if (!host || host.deletedAt !== null || !share) {
    if (now() < job.retryUntil) throw new JobPostponed(RECHECK_MS)
    return
  }
  const { email, memberId } = share
  const sender = { hostId: host.id, email }
  if (await isBlocked(db, sender)) return
  const stop = stopUrl(encryption, publicUrl, sender)
  const content = shareMailContent({
    ...share,
    ...job.payload,
    host,
    hasAccount: memberId !== null,
    publicUrl,
    stopUrl: stop,
  })
  await deliver(deps, {
    ...renderMail(content, job, publicUrl, now()),
    references: null,
    to: { name: '', address: email },
    replyTo: { name: host.name, address: host.email },
    calendar: null,
    unsubscribe: { url: stop, isOneClick: true },
  })
}

interface Share {
  /** Of the event or the collection. */
  name: string
  email: string
  memberId: string | null
  /** Null for a collection. */
  role: ShareRole | null
}

async function findShare(db: Db, { hostId, payload }: Job<'sendShareMail'>): Promise<Share | undefined> {
  const shares = await (payload.what === 'event' ? sharesOfEvent : sharesOfCollection)(db, hostId, payload.id)
  return shares.find(({ email }) => hashEmail(email) === payload.emailHash)
}

const sharesOfEvent = (db: Db, hostId: string, eventId: string): Promise<Share[]> =>
  db
    .select({
      name: events.title,
      email: eventShares.email,
      memberId: eventShares.memberId,
      role: eventShares.role,
    })
    .from(eventShares)
    .innerJoin(events, and(eq(events.hostId, eventShares.hostId), eq(events.id, eventShares.eventId)))
    .where(and(eq(eventShares.hostId, hostId), eq(eventShares.eventId, eventId), isNull(events.deletedAt)))

async function sharesOfCollection(db: Db, hostId: string, collectionId: string): Promise<Share[]> {
  const found = await db
    .select({ name: collections.name, email: collectionShares.email, memberId: collectionShares.memberId })
    .from(collectionShares)
    .innerJoin(
      collections,
      and(eq(collections.hostId, collectionShares.hostId), eq(collections.id, collectionShares.collectionId)),
    )
    .where(
      and(
        eq(collectionShares.hostId, hostId),
        eq(collectionShares.collectionId, collectionId),
        isNull(collections.deletedAt),
      ),
    )
  return found.map((share) => ({ ...share, role: null }))
}
