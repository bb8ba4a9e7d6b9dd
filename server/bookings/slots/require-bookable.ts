import { isDeepStrictEqual } from 'node:util'
import { isOffered } from '../../../availability/slots.ts'
import { assertInGoodStanding } from '../../billing/assert-in-good-standing.ts'
import { readCheckedCalendars } from '../../calendars/checked-calendars.ts'
import { refreshMirrors } from '../../calendars/mirror/freshness.ts'
import { ALWAYS_COVERED_MS, mirrorHorizon } from '../../calendars/mirror-key.ts'
import type { Tx } from '../../db/database.ts'
import type { EventRow } from '../../db/tables/events.ts'
import type { Deps } from '../../adapters/deps.ts'
import { slotNotFound } from '../../http/errors.ts'
import { assertAccepting } from '../../events/find-public-event.ts'
import type { SlotRequest } from './slot-request.ts'
import { reachOf, slotRules } from './read-slot-rules.ts'

const MAX_ROUNDS = 10

/** What was checked before the transaction isn't what it finds: other calendars of the event, or a moved booking. */
export class CheckOutdated extends Error {}

type Asked = Pick<EventRow, 'calendarId' | 'checkedCalendars'> | null

/**
 * Whether an event chose other calendars since `asked` was read. One of the usual calendars is read before it counts.
 */
export const hasOtherCalendars = (asked: Asked, event: Asked): boolean =>
  event?.calendarId !== asked?.calendarId ||
  !isDeepStrictEqual(event?.checkedCalendars, asked?.checkedCalendars)

/**
 * Throws `CheckOutdated` if the entries of one of the usual calendars aren't known at the time of a booking, because
 * it was read less far ahead when it began to count. Call it under the lock of the host's row, like the host who
 * switches a calendar on.
 */
export async function assertStillCovered(
  tx: Tx,
  asked: SlotRequest,
  { start, now }: { start: number; now: number },
): Promise<void> {
  const until = start + reachOf(asked).after
  if (until <= now + ALWAYS_COVERED_MS) return
  const checked = await readCheckedCalendars(tx, asked.event)
  const isCovered = checked.every(({ mirror }) => (mirror?.coveredUntil ?? 0) >= until)
  if (!isCovered) throw new CheckOutdated()
}

/** Runs `attempt`, and again if it throws `CheckOutdated`. */
export async function untilCheckHolds<Result>(attempt: (round: number) => Promise<Result>): Promise<Result> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    try {
      return await attempt(round)
    } catch (error) {
      if (!(error instanceof CheckOutdated)) throw error
    }
  }
  throw slotNotFound()
}

/**
 * Refuses what an event can't take at `start` (epoch milliseconds), then syncs the host's calendars. Their providers
 * are asked only about times that are free as far as the database knows. Call it before the transaction that books,
 * which checks again.
 */
export async function requireBookable(deps: Deps, asked: SlotRequest, start: number): Promise<void> {
  const { event } = asked
  assertAccepting(event)
  await assertInGoodStanding(deps, event.hostId)
  const now = deps.now()
  const until = start + reachOf(asked).after
  const [rules, checked] = await deps.db.together((db) =>
    Promise.all([slotRules(db, asked, { start, end: start + 1 }, now), readCheckedCalendars(db, event)]),
  )
  if (!isOffered(rules, start) || until > mirrorHorizon(now)) throw slotNotFound()
  await refreshMirrors(deps, event, until, checked)
}
