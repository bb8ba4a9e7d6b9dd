import { schedules } from '../db/tables/schedules.ts'
import type { Handler } from '../http/endpoint.ts'
import { editConflict, notFound } from '../http/errors.ts'
import { whereSchedule, readSchedule } from './read-schedules.ts'
import { scheduleColumns } from './save-schedule.ts'

/** Bookings stay as they are, even outside the new hours. */
export const updateSchedule: Handler<'updateSchedule'> = async ({ deps, caller, params, body }) => {
  const { db, now } = deps
  const { hostId } = caller
  const columns = await scheduleColumns(body, now())
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(schedules)
      .where(whereSchedule(hostId, params.id))
      .for('no key update')
    if (!row) throw notFound()
    if (body.version !== undefined && body.version !== row.version) throw editConflict()
    await tx
      .update(schedules)
      .set({ ...columns, version: row.version + 1, updatedAt: now() })
      .where(whereSchedule(hostId, params.id))
    return readSchedule(tx, hostId, params.id)
  })
}
