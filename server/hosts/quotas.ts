import { eq, sql } from 'drizzle-orm'
import { quotaMessages, quotas } from '../../contract/account/quotas.ts'
import { calendarConnections } from '../db/tables/calendars.ts'
import { schedules } from '../db/tables/schedules.ts'
import { collections, collectionShares } from '../db/tables/collections.ts'
import { events } from '../db/tables/events.ts'
import { eventLinks } from '../db/tables/event-links.ts'
import { eventShares } from '../db/tables/event-shares.ts'
import { labels } from '../db/tables/labels.ts'
import { lockHost } from '../db/lock-host.ts'
import type { Tx } from '../db/database.ts'
import { AppError } from '../http/errors.ts'

type Quota = keyof typeof quotas

/**
 * Throws `quota_exceeded` if a host now stores more than an account can. Call it after the change, in its transaction:
 * the host's lock makes others of this host wait. A transaction that locks other rows takes that lock first.
 */
export async function assertWithinQuotas(tx: Tx, hostId: string): Promise<void> {
  await lockHost(tx, hostId)
  const stored: Record<Quota, number> = {
    events: await tx.$count(events, eq(events.hostId, hostId)),
    collections: await tx.$count(collections, eq(collections.hostId, hostId)),
    labels: await tx.$count(labels, eq(labels.hostId, hostId)),
    connections: await tx.$count(calendarConnections, eq(calendarConnections.hostId, hostId)),
    schedules: await tx.$count(schedules, eq(schedules.hostId, hostId)),
    shares: await tx.$count(collectionShares, eq(collectionShares.hostId, hostId)),
    eventShares: await tx.$count(eventShares, eq(eventShares.hostId, hostId)),
    eventLinks: await tx.$count(eventLinks, eq(eventLinks.hostId, hostId)),
    fieldBytes: await fieldBytesOf(tx, hostId),
  }
  const exceeded = (Object.keys(quotas) as Quota[]).find((quota) => stored[quota] > quotas[quota])
  if (!exceeded) return
  const activity = { hostId, kind: 'quota_refused', details: { quota: exceeded } } as const
  throw new AppError('quota_exceeded', quotaMessages[exceeded], { activity })
}

async function fieldBytesOf(tx: Tx, hostId: string): Promise<number> {
  const [sum] = await tx
    .select({ bytes: sql`coalesce(sum(octet_length(${collections.fields}::text)), 0)`.mapWith(Number) })
    .from(collections)
    .where(eq(collections.hostId, hostId))
  return sum!.bytes
}
