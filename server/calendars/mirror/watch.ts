import { randomBytes, randomUUID } from 'node:crypto'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Deps } from '../../app.ts'
import { hashToken } from '../../auth/authenticate.ts'
import { crew, type Background } from '../../worker-pool.ts'
import { calendarChannels, calendarMirrors } from '../../db/schema.ts'
import { reasonOf } from '../../error-summary.ts'
import { NotConnected, withCalendarApi } from '../connection.ts'
import { hookAddress } from '../google/webhook.ts'
import { isInUse } from './poll.ts'
import { isMirror, type MirrorKey } from './pull.ts'

const AT_ONCE = 4
const MINUTE = 60_000
const DAY = 86_400_000
/** How long one that could not be opened is left alone. */
const RETRY_MS = 60 * MINUTE
/** However short Google lets a channel live, another is not opened sooner. */
const SOONEST_MS = 10 * MINUTE
/** What Google says to be its default, should it not say when a channel ends. */
const DEFAULT_LIFE_MS = 7 * DAY

type Claimed = MirrorKey & { watchAt: number }
type Channel = Pick<typeof calendarChannels.$inferSelect, 'id' | 'resourceId' | 'expiresAt'>

/**
 * Has Google tell of changes in every calendar in use, where it can reach us. Each channel is replaced before it ends; one of
 * a calendar that is no longer in use lapses. Several processes share the work.
 */
export function watchCalendars(deps: Deps, pauseMs: number): Background {
  const isReachable = deps.publicUrl.startsWith('https://')
  let isAddressChecked = false
  return crew({
    atOnce: AT_ONCE,
    pauseMs,
    async claim(room) {
      if (!isReachable) return []
      if (!isAddressChecked) await replaceUnheard(deps)
      isAddressChecked = true
      return claimDue(deps, room)
    },
    work: (mirror) => openChannel(deps, mirror),
    report: (error) => deps.log.error({ reason: reasonOf(error) }, 'watching calendars failed'),
  })
}

/** Once this installation has moved to another address, channels that were opened before send to where nobody listens. */
async function replaceUnheard(deps: Deps): Promise<void> {
  await deps.db
    .update(calendarMirrors)
    .set({ watchAt: deps.now() })
    .where(
      sql`exists (select from calendar_channels c where c.host_id = calendar_mirrors.host_id
        and c.calendar_id = calendar_mirrors.calendar_id and c.address <> ${hookAddress(deps)})`,
    )
}

/** Put off for as long as a failure would be, so that nobody else opens a channel meanwhile. */
async function claimDue({ db, now }: Deps, room: number): Promise<Claimed[]> {
  const at = new Date(now()).toISOString()
  return db
    .update(calendarMirrors)
    .set({ watchAt: now() + RETRY_MS })
    .where(
      sql`(host_id, calendar_id) in (
        select m.host_id, m.calendar_id from calendar_mirrors m
        where m.watch_at <= ${at}::timestamptz and ${isInUse}
        order by m.watch_at limit ${room} for update of m skip locked)
        and watch_at <= ${at}::timestamptz`,
    )
    .returning({
      hostId: calendarMirrors.hostId,
      calendarId: calendarMirrors.calendarId,
      watchAt: calendarMirrors.watchAt,
    })
}

async function openChannel(deps: Deps, { watchAt, ...key }: Claimed): Promise<void> {
  const { db, now } = deps
  const id = randomUUID()
  const token = `${key.hostId}.${randomBytes(32).toString('base64url')}`
  const isThis = and(eq(calendarChannels.hostId, key.hostId), eq(calendarChannels.id, id))
  // Before Google is asked: its first message may be here sooner than its answer.
  await db
    .insert(calendarChannels)
    .values({ ...key, id, tokenHash: hashToken(token), address: hookAddress(deps) })
  const channel = await watch(deps, key, { id, token }).catch((error: unknown) => {
    if (!(error instanceof NotConnected))
      deps.log.warn({ hostId: key.hostId, reason: reasonOf(error) }, 'calendar cannot be watched')
    return null
  })
  if (!channel) {
    await db.delete(calendarChannels).where(isThis)
    return
  }
  const life = channel.expiresAt - now()
  const renewAt = now() + Math.round(Math.max(life - DAY, life / 2, SOONEST_MS))
  const outdated = await db.transaction(async (tx) => {
    const stillOurs = await tx
      .update(calendarMirrors)
      // What has changed since it was synced last, nobody has told.
      .set({ watchAt: renewAt, nextPollAt: now() })
      .where(and(isMirror(key), eq(calendarMirrors.watchAt, watchAt)))
      .returning({ hostId: calendarMirrors.hostId })
    // The host has connected anew meanwhile: another is opened with what they have granted now.
    if (stillOurs.length === 0) {
      await tx.delete(calendarChannels).where(isThis)
      return [channel]
    }
    const { resourceId, expiresAt } = channel
    await tx.update(calendarChannels).set({ resourceId, expiresAt }).where(isThis)
    const { hostId, calendarId } = calendarChannels
    const ofCalendar = and(eq(hostId, key.hostId), eq(calendarId, key.calendarId))
    return tx
      .delete(calendarChannels)
      .where(and(ofCalendar, ne(calendarChannels.id, id)))
      .returning()
  })
  deps.wake()
  for (const one of outdated) await stop(deps, key, one)
}

function watch(deps: Deps, { hostId, calendarId }: MirrorKey, { id, token }: { id: string; token: string }) {
  const requestBody = { id, token, type: 'web_hook', address: hookAddress(deps) }
  return withCalendarApi(deps, hostId, async (api) => {
    const { data } = await api.events
      .watch({ calendarId, requestBody }, deps.google.callOptions)
      .catch(saysNothingOfTheGrant)
    const expiresAt = Number(data.expiration) || deps.now() + DEFAULT_LIFE_MS
    return { id, resourceId: data.resourceId ?? null, expiresAt }
  })
}

/** Left alone it would only send in vain until it ends, so nothing depends on it. */
async function stop(
  deps: Deps,
  { hostId }: MirrorKey,
  { id, resourceId, expiresAt }: Channel,
): Promise<void> {
  if (resourceId === null || (expiresAt ?? 0) <= deps.now()) return
  try {
    await withCalendarApi(deps, hostId, (api) =>
      api.channels
        .stop({ requestBody: { id, resourceId } }, deps.google.callOptions)
        .catch(saysNothingOfTheGrant),
    )
  } catch (error) {
    deps.log.warn({ hostId, reason: reasonOf(error) }, 'calendar channel could not be stopped')
  }
}

/** A calendar that may not be watched can still be read: whether the grant stands is left to syncing to find out. */
function saysNothingOfTheGrant(cause: unknown): never {
  throw new Error('Google refused', { cause })
}
