import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { jobs } from '../../db/tables/jobs.ts'

/** Removes the jobs about bookings of a host, whatever their state, because payloads contain addresses and messages. */
export async function removeJobsOf(tx: Tx, hostId: string, bookingIds: readonly string[]): Promise<void> {
  await tx
    .delete(jobs)
    .where(and(eq(jobs.hostId, hostId), inArray(sql`${jobs.payload} ->> 'bookingId'`, [...bookingIds])))
}
