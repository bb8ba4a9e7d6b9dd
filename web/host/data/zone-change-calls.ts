import { queryOptions } from '@tanstack/react-query'
import { MINUTE } from '../../../availability/units.ts'
import type { Kept, ZoneChangeOutcome } from '../../../contract/bookings/zone-changes.schema.ts'
import { toasts } from './toasts.ts'
import { api, SessionExpired } from './api.ts'
import { reloadLists } from './booking-calls.ts'
import { queryClient } from './query-client.ts'

const INTERVAL_MS = 10 * MINUTE

/** The bookings whose local time isn't what was agreed. */
export const zoneChangesQuery = queryOptions({
  queryKey: ['zone-changes'],
  queryFn: async ({ signal }) => (await api.listZoneChanges({ signal })).bookings,
  refetchInterval: INTERVAL_MS,
})

/** Why a booking couldn't be moved. */
export type Obstacle = Exclude<ZoneChangeOutcome, 'moved' | 'kept' | 'settled'>

/** Moves or leaves bookings and shows a toast. Returns why some couldn't be moved, by id; null if the call failed. */
export async function decideZoneChanges(
  keep: Kept,
  bookingIds: string[],
): Promise<ReadonlyMap<string, Obstacle> | null> {
  try {
    const { results } = await api.decideZoneChanges({ body: { keep, bookingIds } })
    const count = (wanted: ZoneChangeOutcome) => results.filter(({ outcome }) => outcome === wanted).length
    const obstacles = new Map(
      results.flatMap(({ id, outcome }) =>
        outcome === 'moved' || outcome === 'kept' || outcome === 'settled' ? [] : [[id, outcome] as const],
      ),
    )
    if (count('moved') > 0) toasts.bookingsMoved(count('moved'))
    if (count('kept') > 0) toasts.bookingsLeft(count('kept'))
    if (obstacles.size > 0) toasts.bookingsNotMoved(obstacles.size)
    if (count('settled') === results.length) toasts.zoneChangesSettled(results.length)
    return obstacles
  } catch (error) {
    if (!(error instanceof SessionExpired)) toasts.zoneChangesNotDecided(keep)
    return null
  } finally {
    await Promise.all([queryClient.invalidateQueries(zoneChangesQuery), reloadLists()])
  }
}
