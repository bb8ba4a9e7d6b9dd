import { and, eq, isNotNull, ne } from 'drizzle-orm'
import { calendarMirrors } from '../../db/tables/calendars.ts'
import type { Tx } from '../../db/database.ts'
import type { BookingRow } from '../../db/tables/bookings.ts'

/**
 * Has the host's other calendars listed in full: whether a copy of a booking's entry counts there depends on whether
 * the entry itself is gone. Call it under the lock of the host's row, in the transaction that records this.
 */
export async function relistCopies(
  tx: Tx,
  { hostId, calendarId }: Pick<BookingRow, 'hostId' | 'calendarId'>,
): Promise<void> {
  const inOthers = and(
    eq(calendarMirrors.hostId, hostId),
    ne(calendarMirrors.calendarId, calendarId),
    // A listing can show that hundreds of entries are gone.
    isNotNull(calendarMirrors.syncToken),
  )
  await tx.update(calendarMirrors).set({ syncToken: null }).where(inOthers)
}
