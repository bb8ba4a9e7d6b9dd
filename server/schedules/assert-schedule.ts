import { and, eq } from 'drizzle-orm'
import type { Db, Tx } from '../db/database.ts'
import { schedules } from '../db/tables/schedules.ts'
import { invalid } from '../http/errors.ts'

/**
 * Throws `validation_failed` for another host's schedule. The host's own can't be deleted until the transaction ends.
 */
export async function assertSchedule(
  tx: Db | Tx,
  hostId: string,
  id: string | null | undefined,
): Promise<void> {
  if (id === null || id === undefined) return
  const [own] = await tx
    .select({ id: schedules.id })
    .from(schedules)
    .where(and(eq(schedules.hostId, hostId), eq(schedules.id, id)))
    .for('key share')
  if (!own) throw invalid({ scheduleId: 'Choose a schedule from your list' })
}
