import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { bookingLabels, collectionLabels, eventLabels } from '../db/tables/labels.ts'
import type { Tx } from '../db/database.ts'

/** Takes a host's labels off the rows of a table that `whereLabeled` selects, under the lock of `lockLabels`. */
export async function removeLabels(
  tx: Tx,
  table: typeof bookingLabels | typeof collectionLabels | typeof eventLabels,
  whereLabeled: SQL,
  hostId: string,
  labelIds: readonly string[],
): Promise<void> {
  if (labelIds.length === 0) return
  await tx
    .delete(table)
    .where(and(eq(table.hostId, hostId), whereLabeled, inArray(table.labelId, [...labelIds])))
}
