import { timingSafeEqual } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { hashToken } from '../../adapters/hash-token.ts'
import { calendarChannels, calendarMirrors } from '../../db/tables/calendars.ts'
import type { Deps } from '../../adapters/deps.ts'
import { isId } from '../../db/ids.ts'
import { whereMirror, type MirrorKey } from '../mirror-key.ts'
import { notificationDelayMs } from './schedule.ts'
import { inActiveUse } from './mirror-use.ts'

/** The calendar whose channel has this id and token; null if there is none. A token begins with its host's id. */
export async function findChannel({ db }: Deps, id: string, token: string): Promise<MirrorKey | null> {
  const [hostId = ''] = token.split('.')
  if (!isId(hostId)) return null
  const [channel] = await db
    .select()
    .from(calendarChannels)
    .where(and(eq(calendarChannels.hostId, hostId), eq(calendarChannels.id, id)))
  if (!channel) return null
  return timingSafeEqual(Buffer.from(hashToken(token)), Buffer.from(channel.tokenHash)) ? channel : null
}

/**
 * Schedules a sync, but not too soon after the last one. A calendar whose syncs fail keeps to the pace of its retries,
 * and one that nobody uses stays out of the queue.
 */
export async function scheduleSync({ db, now, wake }: Deps, key: MirrorKey): Promise<void> {
  const delayMs = sql`case when ${inActiveUse(sql`${new Date(now()).toISOString()}::timestamptz`)} then ${notificationDelayMs(true)}::int
    else ${notificationDelayMs(false)}::int end`
  const soon = sql`greatest(${new Date(now()).toISOString()}::timestamptz,
    synced_at + interval '1 millisecond' * (${delayMs}))`
  const scheduled = await db
    .update(calendarMirrors)
    .set({ nextPollAt: soon })
    .where(
      and(
        whereMirror(key),
        eq(calendarMirrors.failures, 0),
        sql`next_poll_at > ${soon} and next_poll_at < 'infinity'`,
      ),
    )
    .returning({ hostId: calendarMirrors.hostId })
  if (scheduled.length > 0) wake()
}
