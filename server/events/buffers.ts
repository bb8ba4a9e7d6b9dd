import { sql } from 'drizzle-orm'
import type { LinkRules } from '../../contract/events/one-off-links.ts'
import { bookings } from '../db/tables/bookings.ts'
import type { EventRow } from '../db/tables/events.ts'
import { eventLinks } from '../db/tables/event-links.ts'
import { rulesOfEvent } from '../schedules/event-hours.ts'

interface BufferRules {
  event: Pick<EventRow, 'bufferTime' | 'rules'>
  linkRules?: Partial<LinkRules> | undefined
}

/** Minutes before and after a booking that must be free, like its columns. */
export function buffersOf({ event, linkRules }: BufferRules) {
  const { bufferBefore, bufferAfter } = rulesOfEvent(event)
  return {
    bufferBefore: Math.max(bufferBefore ?? event.bufferTime, linkRules?.bufferBefore ?? 0),
    bufferAfter: Math.max(bufferAfter ?? event.bufferTime, linkRules?.bufferAfter ?? 0),
  }
}

/** SQL: the buffers that saving an event gives to each of its upcoming bookings. */
export function savedBuffers(event: EventRow) {
  const { bufferBefore, bufferAfter } = buffersOf({ event })
  const ofLink = (rule: 'bufferBefore' | 'bufferAfter') => sql`(
    select (${eventLinks.rules} ->> ${rule})::integer from ${eventLinks}
    where ${eventLinks.hostId} = ${bookings.hostId} and ${eventLinks.id} = ${bookings.linkId}
  )`
  return {
    bufferBefore: sql<number>`greatest(${bufferBefore}::integer, ${ofLink('bufferBefore')})`,
    bufferAfter: sql<number>`greatest(${bufferAfter}::integer, ${ofLink('bufferAfter')})`,
  }
}
