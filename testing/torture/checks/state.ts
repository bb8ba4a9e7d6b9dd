import { inArray } from 'drizzle-orm'
import type { Db } from '../../../server/db/database.ts'
import { bookingGuests, bookingHistory, bookings } from '../../../server/db/tables/bookings.ts'
import { hosts } from '../../../server/db/tables/hosts.ts'
import { jobs } from '../../../server/db/tables/jobs.ts'
import { events } from '../../../server/db/tables/events.ts'
import type { Round } from '../round.ts'

/** What the database holds of the hosts of a round. */
export type State = Awaited<ReturnType<typeof readState>>

export async function readState(db: Db, { hosts: ours }: Round) {
  const found = await db
    .select({ id: hosts.id, email: hosts.email })
    .from(hosts)
    .where(
      inArray(
        hosts.email,
        ours.map(({ email }) => email),
      ),
    )
  const ids = found.map(({ id }) => id)
  return {
    bookings: await db.select().from(bookings).where(inArray(bookings.hostId, ids)),
    history: await db
      .select()
      .from(bookingHistory)
      .where(inArray(bookingHistory.hostId, ids))
      .orderBy(bookingHistory.at),
    guests: await db.select().from(bookingGuests).where(inArray(bookingGuests.hostId, ids)),
    events: await db.select().from(events).where(inArray(events.hostId, ids)),
    jobs: await db.select().from(jobs).where(inArray(jobs.hostId, ids)).orderBy(jobs.createdAt),
    hostEmails: new Map(found.map(({ id, email }) => [id, email])),
  }
}

/** The jobs of one booking. */
export const jobsOf = (state: State, bookingId: string) =>
  state.jobs.filter(({ payload }) => payload['bookingId'] === bookingId)
