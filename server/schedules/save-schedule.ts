import type { z } from 'zod'
import type { scheduleChange } from '../../contract/schedules/schedule.schema.ts'
import type { schedules } from '../db/tables/schedules.ts'
import { holidayColumns } from './holidays.ts'

/** The columns that a body sets; omitted properties don't change. */
export async function scheduleColumns(
  change: z.output<typeof scheduleChange>,
  now: number,
): Promise<Partial<typeof schedules.$inferInsert>> {
  const { weeklyAvailabilitySlots: week, holidays, version: _, ...same } = change
  return {
    ...same,
    ...(week && { week }),
    ...(holidays !== undefined && (await holidayColumns(holidays, now))),
  }
}
