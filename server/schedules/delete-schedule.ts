import { and, eq, isNull } from 'drizzle-orm'
import { counted } from '../../contract/events/rules-text.ts'
import { schedules } from '../db/tables/schedules.ts'
import { events } from '../db/tables/events.ts'
import type { Handler } from '../http/endpoint.ts'
import { AppError, notFound } from '../http/errors.ts'
import { whereSchedule } from './read-schedules.ts'

export const deleteSchedule: Handler<'deleteSchedule'> = async ({
  deps: { db },
  caller: { hostId },
  params,
}) => {
  await db.transaction(async (tx) => {
    // Waits for events that are about to use it (`assertSchedule`), and keeps others from starting to.
    const [row] = await tx.select().from(schedules).where(whereSchedule(hostId, params.id)).for('update')
    if (!row) throw notFound()
    const whereUser = and(eq(events.hostId, hostId), eq(events.scheduleId, params.id))
    const all = await tx.$count(events, whereUser)
    const present = await tx.$count(events, and(whereUser, isNull(events.deletedAt)))
    if (all > 0) throw new AppError('schedule_in_use', inUseText(present, all - present))
    await tx.delete(schedules).where(whereSchedule(hostId, params.id))
  })
  return null
}

/** How many events use it, and how many deleted ones that can still be restored. */
function inUseText(present: number, deleted: number): string {
  const removed = `${counted(deleted, 'deleted event')} that can still be restored`
  if (present === 0) {
    return `${removed} ${deleted === 1 ? 'uses' : 'use'} this schedule. Deleted events are removed after 24 hours.`
  }
  const users = [counted(present, 'event'), ...(deleted > 0 ? [removed] : [])].join(' and ')
  return `${users} ${present + deleted === 1 ? 'uses' : 'use'} this schedule. Choose other hours for them first.`
}
