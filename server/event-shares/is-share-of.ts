import { and, eq } from 'drizzle-orm'
import type { EventRow } from '../db/schema.ts'
import { eventShares } from '../db/share-schema.ts'

export const isShareOf = ({ hostId, id }: Pick<EventRow, 'hostId' | 'id'>) =>
  and(eq(eventShares.hostId, hostId), eq(eventShares.eventId, id))
