import { and, asc, eq, gt, inArray, isNotNull, isNull } from 'drizzle-orm'
import { MAX_ZONE_CHANGES } from '../../contract/bookings/zone-changes.schema.ts'
import { type BookingRow, bookings } from '../db/tables/bookings.ts'
import type { Db, Tx } from '../db/database.ts'
import { movedZones } from './agreed-offsets.ts'

/** A host's bookings that need a decision after a zone changed, by start: the first ones, or the ones in `ids`. */
export async function readUndecided(
  db: Db | Tx,
  hostId: string,
  now: number,
  ids?: readonly string[],
): Promise<BookingRow[]> {
  const undecided: BookingRow[] = []
  let after = now
  for (;;) {
    const found = await db
      .select()
      .from(bookings)
      .where(
        and(
          eq(bookings.hostId, hostId),
          isNotNull(bookings.zoneChangedAt),
          eq(bookings.status, 'confirmed'),
          isNull(bookings.erasedAt),
          gt(bookings.startAt, after),
          ids && inArray(bookings.id, [...ids]),
        ),
      )
      .orderBy(asc(bookings.startAt))
      .limit(MAX_ZONE_CHANGES)
    // The invitee may have chosen another zone, or this process has other rules than the one that found them.
    undecided.push(...found.filter((booking) => movedZones(booking).length > 0))
    if (undecided.length >= MAX_ZONE_CHANGES || found.length < MAX_ZONE_CHANGES)
      return undecided.slice(0, MAX_ZONE_CHANGES)
    // Confirmed bookings never overlap, so no two start at once.
    after = found.at(-1)!.startAt
  }
}
