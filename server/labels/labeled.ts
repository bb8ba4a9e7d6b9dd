import { and, asc, eq, exists, inArray, not, type SQL, sql } from 'drizzle-orm'
import type { LabelFilters } from '../../contract/labels/label-options.ts'
import { bookingLabels, collectionLabels, eventLabels, labels } from '../db/tables/labels.ts'
import { bookings } from '../db/tables/bookings.ts'
import { collections } from '../db/tables/collections.ts'
import { events } from '../db/tables/events.ts'
import type { Db, Tx } from '../db/database.ts'

/*
 * Columns with the ids of labels in their order, for queries that join another table: in others, Drizzle leaves out the
 * names of tables.
 */
const ordered = sql`coalesce(json_agg(${labels.id} order by ${labels.position}, ${labels.id}), '[]')`

export const eventLabelIds = sql<string[]>`(select ${ordered} from ${eventLabels} join ${labels}
  on ${labels.hostId} = ${eventLabels.hostId} and ${labels.id} = ${eventLabels.labelId}
  where ${eventLabels.hostId} = ${events.hostId} and ${eventLabels.eventId} = ${events.id})`

/** The labels that `hostId` put on a collection, which can be another host's. */
export const collectionLabelIds = (hostId: string) => sql<string[]>`(select ${ordered}
  from ${collectionLabels} join ${labels}
  on ${labels.hostId} = ${collectionLabels.hostId} and ${labels.id} = ${collectionLabels.labelId}
  where ${collectionLabels.hostId} = ${hostId} and ${collectionLabels.collectionHostId} = ${collections.hostId}
    and ${collectionLabels.collectionId} = ${collections.id})`

/** The same for a page of a host's bookings, because a column would be calculated for all pages before it as well. */
export async function labelIdsByBooking(
  db: Db | Tx,
  hostId: string,
  bookingIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  if (bookingIds.length === 0) return new Map()
  const rows = await db
    .select({ bookingId: bookingLabels.bookingId, labelId: labels.id })
    .from(bookingLabels)
    .innerJoin(labels, and(eq(labels.hostId, bookingLabels.hostId), eq(labels.id, bookingLabels.labelId)))
    .where(and(eq(bookingLabels.hostId, hostId), inArray(bookingLabels.bookingId, [...bookingIds])))
    .orderBy(asc(labels.position), asc(labels.id))
  const byBooking = Map.groupBy(rows, ({ bookingId }) => bookingId)
  return new Map([...byBooking].map(([id, labeled]) => [id, labeled.map(({ labelId }) => labelId)]))
}

/** Whether bookings booked now get labels from the event. */
export const isEventLabeled = (db: Db | Tx): SQL<boolean> =>
  exists(
    db
      .select({ one: sql`1` })
      .from(eventLabels)
      .where(and(eq(eventLabels.hostId, events.hostId), eq(eventLabels.eventId, events.id))),
  ) as SQL<boolean>

/** Bookings of the host whose labels match. */
export function filterByLabels(hostId: string, filters: LabelFilters): SQL | undefined {
  // A subquery starts from the label, and needn't look at every booking of the host.
  const whereAmong = (ids: readonly string[]) => sql`${bookings.id} in (
    select labeled.booking_id from ${bookingLabels} labeled
    where labeled.host_id = ${hostId} and labeled.label_id in ${[...ids]})`
  const { labels_any: any, labels_all: all, labels_none: none } = filters
  return and(
    any && whereAmong(any),
    all &&
      sql`${bookings.id} in (
        select labeled.booking_id from ${bookingLabels} labeled
        where labeled.host_id = ${hostId} and labeled.label_id in ${[...all]}
        group by labeled.booking_id having count(*) = ${all.length})`,
    none &&
      not(sql`exists (select 1 from ${bookingLabels} labeled
        where labeled.host_id = ${hostId} and labeled.booking_id = ${bookings.id}
          and labeled.label_id in ${[...none]})`),
  )
}
