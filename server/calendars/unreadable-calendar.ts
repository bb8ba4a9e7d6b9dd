import { and, isNull, sql } from 'drizzle-orm'
import { MINUTE } from '../../availability/units.ts'
import { UNREADABLE_AFTER_MINUTES } from '../../contract/calendars/calendar-connections.ts'
import { recordActivity } from '../hosts/record-activity.ts'
import { calendarMirrors, calendars } from '../db/tables/calendars.ts'
import type { Deps } from '../adapters/deps.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { describes } from './checked-calendars.ts'
import { whereMirror, type MirrorKey } from './mirror-key.ts'
import { inUseByEvents } from './mirror/mirror-use.ts'
import { CalendarError } from '../adapters/calendar-provider.ts'

const UNREADABLE_AFTER_MS = UNREADABLE_AFTER_MINUTES * MINUTE

/**
 * Notes why a calendar couldn't be read. Once that has gone on for too long to trust its last known entries, the host
 * gets one email. `syncedAt`: when it was last read (epoch milliseconds); null if never.
 */
export async function noteFailedSync(
  { db, now, wake }: Pick<Deps, 'db' | 'now' | 'wake'>,
  { hostId, calendarId }: MirrorKey,
  { error, syncedAt }: { error: unknown; syncedAt: number | null },
): Promise<void> {
  const whereThis = describes(hostId, sql`${calendarId}`)
  const trouble = error instanceof CalendarError ? (error.trouble ?? null) : null
  await db.update(calendars).set({ trouble }).where(whereThis)
  if (syncedAt === null || syncedAt > now() - UNREADABLE_AFTER_MS) return
  const whereOfThis = whereMirror({ hostId, calendarId })
  const [mirror] = await db.select({ isUsed: inUseByEvents }).from(calendarMirrors).where(whereOfThis)
  // Perhaps the host only tried to check it again.
  if (!mirror?.isUsed) return
  await db.transaction(async (tx) => {
    const [marked] = await tx
      .update(calendars)
      .set({ unreadableSince: syncedAt })
      .where(and(whereThis, isNull(calendars.unreadableSince), isNull(calendars.missingSince)))
      .returning({ name: calendars.name, calendarId: calendars.calendarId })
    if (!marked) return
    await recordActivity(tx, hostId, { kind: 'calendar_unreadable', details: { name: marked.name } }, now())
    const payload = { calendarId: marked.calendarId, unreadableSince: syncedAt }
    await enqueue(tx, 'sendUnreadableCalendarNotice', payload, { hostId, now: now() })
  })
  wake('jobs')
}
