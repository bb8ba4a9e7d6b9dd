import { randomBytes, randomUUID } from 'node:crypto'
import { and, eq, ne, sql } from 'drizzle-orm'
import { DAY, MINUTE } from '../../../availability/units.ts'
import { hashToken } from '../../adapters/hash-token.ts'
import { calendarChannels, calendarMirrors } from '../../db/tables/calendars.ts'
import type { Deps } from '../../adapters/deps.ts'
import { errorSummary } from '../../http/error-summary.ts'
import { workerPool, type BackgroundTask } from '../../concurrency/worker-pool.ts'
import { NotConnected, withCalendar } from '../connection.ts'
import { whereMirror, mirrorId, type MirrorKey } from '../mirror-key.ts'
import { inUse } from './mirror-use.ts'
import { webhookUrl } from './webhook-url.ts'

const CONCURRENCY = 4

/** How long to wait after a channel couldn't be opened. */
const RETRY_DELAY_MS = 60 * MINUTE

/** No channel is replaced sooner, however short the provider lets it live. */
const MIN_RENEWAL_MS = 10 * MINUTE

type DueMirror = MirrorKey & { watchAt: number }
type Channel = Pick<typeof calendarChannels.$inferSelect, 'id' | 'resourceId' | 'expiresAt'>

/**
 * Has the provider notify us about changes in every calendar in use, if it can reach us. Each channel is replaced
 * before it ends; a calendar that is no longer in use lets its channel lapse and leaves the queue (`watch_at` is
 * `infinity`) until it is used again. Several processes share the work.
 */
export function watchCalendars(deps: Deps, pauseMs: number): BackgroundTask {
  const isReachable = deps.publicUrl.startsWith('https://')
  let isUrlChecked = false
  return workerPool<DueMirror>({
    concurrency: CONCURRENCY,
    pauseMs,
    async claim(limit) {
      if (!isReachable) return []
      if (!isUrlChecked) await renewChannelsOfOldUrls(deps)
      isUrlChecked = true
      return claimDue(deps, limit)
    },
    work: (mirror) => replaceChannel(deps, mirror),
    report: (error) => deps.log.error({ reason: errorSummary(error) }, 'watching calendars failed'),
  })
}

/** After this installation moved to another address, its old channels still notify the old one. */
async function renewChannelsOfOldUrls(deps: Deps): Promise<void> {
  await deps.db
    .update(calendarMirrors)
    .set({ watchAt: deps.now() })
    .where(
      sql`exists (select from calendar_channels c where c.host_id = calendar_mirrors.host_id
        and c.calendar_id = calendar_mirrors.calendar_id and c.address <> ${webhookUrl(deps)})`,
    )
}

/** Claimed mirrors are put off as after a failure, so that no other process opens a channel for them too. */
async function claimDue(deps: Deps, limit: number): Promise<DueMirror[]> {
  for (;;) {
    const due = await takeDue(deps, limit)
    const unused = await parkUnused(deps, due)
    const used = due.filter((mirror) => !unused.has(mirrorId(mirror)))
    if (used.length > 0 || due.length < limit) return used
  }
}

const whereOfGoogle = sql`exists (select from calendar_connections c where c.host_id = calendar_mirrors.host_id
  and c.id = calendar_mirrors.connection_id and c.provider = 'google')`

/**
 * Removes mirrors from the queue that are unused or of another provider, unless they have been used since they were
 * claimed. Returns their ids.
 */
async function parkUnused({ db, now }: Deps, due: readonly DueMirror[]): Promise<Set<string>> {
  const [first] = due
  if (!first) return new Set()
  const keys = due.map(({ hostId, calendarId }) => sql`(${hostId}::uuid, ${calendarId})`)
  const at = sql`${new Date(now()).toISOString()}::timestamptz`
  const parked = await db
    .update(calendarMirrors)
    .set({ watchAt: Infinity })
    .where(
      and(
        sql`(host_id, calendar_id) in (${sql.join(keys, sql`, `)}) and not (${inUse(at)} and ${whereOfGoogle})`,
        eq(calendarMirrors.watchAt, first.watchAt),
      ),
    )
    .returning({ hostId: calendarMirrors.hostId, calendarId: calendarMirrors.calendarId })
  return new Set(parked.map(mirrorId))
}

async function takeDue({ db, now }: Deps, limit: number): Promise<DueMirror[]> {
  const at = new Date(now()).toISOString()
  return db
    .update(calendarMirrors)
    .set({ watchAt: now() + RETRY_DELAY_MS })
    .where(
      sql`(host_id, calendar_id) in (
        select m.host_id, m.calendar_id from calendar_mirrors m
        where m.watch_at <= ${at}::timestamptz
        order by m.watch_at limit ${limit} for update of m skip locked)
        and watch_at <= ${at}::timestamptz`,
    )
    .returning({
      hostId: calendarMirrors.hostId,
      calendarId: calendarMirrors.calendarId,
      watchAt: calendarMirrors.watchAt,
    })
}

async function replaceChannel(deps: Deps, { watchAt, ...key }: DueMirror): Promise<void> {
  const { db, now } = deps
  const id = randomUUID()
  const token = `${key.hostId}.${randomBytes(32).toString('base64url')}`
  const whereThis = and(eq(calendarChannels.hostId, key.hostId), eq(calendarChannels.id, id))
  // Stored before the provider is asked: its first notification may arrive before its answer.
  await db
    .insert(calendarChannels)
    .values({ ...key, id, tokenHash: hashToken(token), address: webhookUrl(deps) })
  const channel = await openChannel(deps, key, { id, token }).catch((error: unknown) => {
    if (!(error instanceof NotConnected))
      deps.log.warn({ hostId: key.hostId, reason: errorSummary(error) }, 'watching a calendar failed')
    return null
  })
  if (!channel) {
    await db.delete(calendarChannels).where(whereThis)
    return
  }
  const lifetime = channel.expiresAt - now()
  const renewAt = now() + Math.round(Math.max(lifetime - DAY, lifetime / 2, MIN_RENEWAL_MS))
  const outdated = await db.transaction(async (tx) => {
    const stillOurs = await tx
      .update(calendarMirrors)
      // Nobody notified us about changes since the last sync, so sync once more.
      .set({ watchAt: renewAt, nextPollAt: now() })
      .where(and(whereMirror(key), eq(calendarMirrors.watchAt, watchAt)))
      .returning({ hostId: calendarMirrors.hostId })
    // The host has reconnected: another channel is opened under the new grant.
    if (stillOurs.length === 0) {
      await tx.delete(calendarChannels).where(whereThis)
      return [channel]
    }
    const { resourceId, expiresAt } = channel
    await tx.update(calendarChannels).set({ resourceId, expiresAt }).where(whereThis)
    const { hostId, calendarId } = calendarChannels
    const ofCalendar = and(eq(hostId, key.hostId), eq(calendarId, key.calendarId))
    return tx
      .delete(calendarChannels)
      .where(and(ofCalendar, ne(calendarChannels.id, id)))
      .returning()
  })
  deps.wake()
  for (const one of outdated) await closeChannel(deps, key, one)
}

function openChannel(deps: Deps, key: MirrorKey, { id, token }: { id: string; token: string }) {
  return withCalendar(deps, key, async (account, providerId) => {
    const channel = { id, token, address: webhookUrl(deps) }
    const { resourceId, expiresAt } = await account.openChannel!(providerId, channel).catch(hideReason)
    return { id, resourceId, expiresAt }
  })
}

/** Failing is harmless: an open channel only sends notifications that nobody reads, until it ends. */
async function closeChannel(
  deps: Deps,
  key: MirrorKey,
  { id, resourceId, expiresAt }: Channel,
): Promise<void> {
  if (resourceId === null || (expiresAt ?? 0) <= deps.now()) return
  try {
    await withCalendar(deps, key, (account) => account.closeChannel!({ id, resourceId }).catch(hideReason))
  } catch (error) {
    deps.log.warn({ hostId: key.hostId, reason: errorSummary(error) }, 'stopping a calendar channel failed')
  }
}

/** A calendar that can't be watched may still be readable, so this refusal says nothing about the grant. */
function hideReason(cause: unknown): never {
  throw new Error('The provider refused', { cause })
}
