import { and, eq } from 'drizzle-orm'
import type { EventRow } from '../../db/tables/events.ts'
import { eventShares } from '../../db/tables/event-shares.ts'

export const whereShareOf = ({ hostId, id }: Pick<EventRow, 'hostId' | 'id'>) =>
  and(eq(eventShares.hostId, hostId), eq(eventShares.eventId, id))
