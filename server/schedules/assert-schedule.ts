import { and, eq } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { schedules } from '../db/schedule-schema.ts'
import { invalid } from '../errors.ts'

/** Throws `validation_failed` for a schedule that isn't the host's, and keeps it from being deleted meanwhile. */
export async function assertSchedule(tx: Tx, hostId: string, id: string | null | undefined): Promise<void> {
  if (id === null || id === undefined) return
  const [own] = await tx
    .select({ id: schedules.id })
    .from(schedules)
    .where(and(eq(schedules.hostId, hostId), eq(schedules.id, id)))
    .for('key share')
  if (!own) throw invalid({ scheduleId: 'Choose a schedule from your list' })
}
