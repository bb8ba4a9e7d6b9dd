import { HOUR, MINUTE } from '../../../availability/units.ts'
import {
  LAST_KNOWN_HOURS,
  UNREADABLE_AFTER_MINUTES,
} from '../../../contract/calendars/calendar-connections.ts'
import type { Deps } from '../../adapters/deps.ts'
import { errorSummary } from '../../http/error-summary.ts'
import { calendarUnreachable } from '../../http/errors.ts'
import {
  type CheckedCalendar,
  type CheckingEvent,
  readCheckedCalendars,
  readHostsCalendars,
} from '../checked-calendars.ts'
import { connectionState } from '../connection.ts'
import { CallPostponed, type Freshness } from '../../adapters/calendar-provider.ts'
import { mirrorHorizon, type MirrorKey } from '../mirror-key.ts'
import { reachable } from './reach-limits.ts'
import { syncNow } from './sync.ts'
import { recordUse } from './mirror-use.ts'

/** A mirror older than this can't be trusted. */
const MAX_AGE_MS = UNREADABLE_AFTER_MINUTES * MINUTE
/** The same for a calendar whose host chose its last known entries over closing. */
const MAX_LAST_KNOWN_AGE_MS = LAST_KNOWN_HOURS * HOUR
/** By how much the clocks of two servers may differ. */
const CLOCK_SKEW_MS = MINUTE
/** How long an invitee waits for the providers. */
const SYNC_TIMEOUT_MS = 2000

/**
 * Waits for a sync, but no longer than an invitee would; one that takes longer goes on. Returns whether it succeeded by
 * then, immediately if earlier failures keep the provider from being called. One that can't reach that far didn't.
 */
async function syncWithTimeout(deps: Deps, key: MirrorKey, until = 0): Promise<boolean> {
  const sync = syncNow(deps, key, until).then(
    () => reachable(deps, key, until) === until,
    (error: unknown) => {
      // The failure that it waits for was logged.
      if (!(error instanceof CallPostponed))
        deps.log.warn({ hostId: key.hostId, reason: errorSummary(error) }, 'calendar sync failed')
      return false
    },
  )
  const timeout = Promise.withResolvers<false>()
  const timer = setTimeout(timeout.resolve, SYNC_TIMEOUT_MS, false)
  return Promise.race([sync, timeout.promise]).finally(() => clearTimeout(timer))
}

const syncAll = (deps: Deps, keys: readonly CheckedCalendar[], until: number) =>
  Promise.all(keys.map(({ hostId, calendarId }) => syncWithTimeout(deps, { hostId, calendarId }, until)))

/**
 * Syncs the calendars that an event checks, before a booking. `known`: these calendars, if they were just read. Throws
 * `calendar_unreachable` if that fails for one whose mirror is too old or doesn't reach `until` (epoch milliseconds).
 */
export async function refreshMirrors(
  deps: Deps,
  event: CheckingEvent,
  until: number,
  known?: readonly CheckedCalendar[],
): Promise<void> {
  const checked = known ?? (await readCheckedCalendars(deps.db, event))
  const outdated = checked.filter((calendar) => {
    const reach = knownUntil(deps, calendar)
    return (
      reach === null || reach < until || ageOf(deps, calendar) >= freshnessOf(deps, calendar).bookingAfterMs
    )
  })
  const isSynced = (await syncAll(deps, outdated, until)).every(Boolean)
  if (isSynced && (outdated.length === 0 || checked.length === 1)) return
  const current = await readCheckedCalendars(deps.db, event)
  if (isSynced) {
    // What one of them shows has others listed again, which were perhaps synced before it: see `relistCopies`.
    const unlisted = current.filter(({ mirror }) => mirror !== null && mirror.syncToken === null)
    await syncAll(deps, unlisted, until)
    return
  }
  const reach = commonlyKnownUntil(deps, current)
  if (reach === null || reach < until) throw calendarUnreachable()
}

/** What is known of the calendars that an event checks, in epoch milliseconds. */
export interface Known {
  /** Up to when all of their entries are known. */
  until: number
  /** When one of them will be too old to be trusted if none is synced before. */
  trustedUntil: number
}

/**
 * Makes sure that slots can be read from the mirrors of the calendars that an event checks, and syncs only those that
 * are too old or don't reach `until`. Throws `calendar_unreachable` if one can't.
 */
export async function requireFreshMirrors(deps: Deps, event: CheckingEvent, until: number): Promise<Known> {
  const wanted = Math.min(until, mirrorHorizon(deps.now()))
  const current = await readFresh(deps, () => readCheckedCalendars(deps.db, event), wanted)
  const known = commonlyKnownUntil(deps, current)
  if (known === null) throw calendarUnreachable()
  return { until: known, trustedUntil: Math.min(...current.map(trustedUntil)) }
}

/**
 * Reads calendars, after a sync of those that are too old or don't reach `until` (epoch milliseconds). The others are
 * synced in the background if it is time.
 */
async function readFresh(
  deps: Deps,
  read: () => Promise<CheckedCalendar[]>,
  until: number,
): Promise<CheckedCalendar[]> {
  const found = await read()
  const outdated = found.filter(
    (calendar) => (knownUntil(deps, calendar) ?? 0) < reachable(deps, calendar, until),
  )
  for (const calendar of found) {
    noteUse(deps, calendar)
    const isOld = ageOf(deps, calendar) > freshnessOf(deps, calendar).refreshAfterMs
    if (isOld && !outdated.includes(calendar)) {
      const { hostId, calendarId } = calendar
      void syncWithTimeout(deps, { hostId, calendarId })
    }
  }
  if (outdated.length === 0) return found
  await syncAll(deps, outdated, until)
  return read()
}

/**
 * The calendars that keep a host busy whose entries up to `until` (epoch milliseconds) aren't known, even after a sync.
 */
export async function unreadCalendars(deps: Deps, hostId: string, until: number): Promise<CheckedCalendar[]> {
  const wanted = Math.min(until, mirrorHorizon(deps.now()))
  const current = await readFresh(deps, () => readHostsCalendars(deps.db, hostId), wanted)
  return current.filter((calendar) => (knownUntil(deps, calendar) ?? 0) < wanted)
}

/** The calendars that close an event, because they can't be trusted up to `until`. */
export async function untrustedCalendars(
  deps: Deps,
  event: CheckingEvent,
  until: number,
): Promise<CheckedCalendar[]> {
  const checked = await readCheckedCalendars(deps.db, event)
  return checked.filter((calendar) => (knownUntil(deps, calendar) ?? 0) < until)
}

/** Up to when the entries of all these calendars are known; null if one of the calendars can't be trusted. */
function commonlyKnownUntil(deps: Deps, checked: readonly CheckedCalendar[]): number | null {
  const known = checked.map((calendar) => knownUntil(deps, calendar))
  return known.reduce((a, b) => (a === null || b === null ? null : Math.min(a, b)), Infinity)
}

/** Up to when a calendar's entries are known (epoch milliseconds); null if they can't be trusted. */
export function knownUntil(
  deps: Pick<Deps, 'calendarProviders' | 'now'>,
  { calendar, mirror, connection }: CheckedCalendar,
): number | null {
  if (mirror === null || mirror.syncedAt === null || mirror.coveredUntil === null) return null
  const isLastKnownEnough = calendar?.whenUnreadable === 'lastKnown'
  const isConnected = connection !== null && connectionState(deps, connection) === 'connected'
  if (!isLastKnownEnough && !isConnected) return null
  return ageOf(deps, { mirror }) > maxAgeOf({ calendar }) ? null : mirror.coveredUntil
}

const trustedUntil = ({ calendar, mirror }: CheckedCalendar) =>
  (mirror?.syncedAt ?? 0) + maxAgeOf({ calendar }) + 1

const maxAgeOf = ({ calendar }: Pick<CheckedCalendar, 'calendar'>) =>
  calendar?.whenUnreadable === 'lastKnown' ? MAX_LAST_KNOWN_AGE_MS : MAX_AGE_MS

/**
 * Milliseconds since a calendar was read. A time in the future is from a clock that ran ahead and was corrected since:
 * nobody knows how long ago that was.
 */
function ageOf({ now }: Pick<Deps, 'now'>, { mirror }: Pick<CheckedCalendar, 'mirror'>): number {
  const age = now() - (mirror?.syncedAt ?? 0)
  return age < -CLOCK_SKEW_MS ? Infinity : age
}

const freshnessOf = ({ calendarProviders }: Deps, { connection }: CheckedCalendar): Freshness =>
  calendarProviders[connection?.provider ?? 'google'].freshness

function noteUse(deps: Deps, { hostId, mirror }: CheckedCalendar): void {
  if (mirror === null) return
  recordUse(deps, mirror).catch((error: unknown) => {
    deps.log.warn({ hostId, reason: errorSummary(error) }, 'recording the use of a calendar failed')
  })
}
