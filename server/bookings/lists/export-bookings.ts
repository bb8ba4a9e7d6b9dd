import { and, asc, desc, inArray, sql, type SQL } from 'drizzle-orm'
import { instantToLocalDateTime } from '../../../availability/wall-time.ts'
import { zoneTable } from '../../../contract/time/time-zones.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../../contract/csv.ts'
import type { Label } from '../../../contract/labels/label.schema.ts'
import { meetViaLabels } from '../../../contract/events/event-options.ts'
import { readSettings } from '../../hosts/read-settings.ts'
import { recordActivity } from '../../hosts/record-activity.ts'
import { batchesOf } from '../../db/batches-of.ts'
import type { Db } from '../../db/database.ts'
import { bookings } from '../../db/tables/bookings.ts'
import { meetingPlace } from '../../../contract/bookings/meeting-place.ts'
import type { Handler } from '../../http/endpoint.ts'
import { plainAnswer } from '../booked-collections.ts'
import { bookingScope } from './booking-scope.ts'
import { labelIdsByBooking } from '../../labels/labeled.ts'
import { readLabels } from '../../labels/read-labels.ts'
import { filterBookings } from './filter-bookings.ts'
import { guestsByBooking } from '../guests/guests.ts'
import { listedInFull, listedView, sortColumns } from './list-bookings.ts'

/** Few, because a booking's answers can be megabytes. */
const BATCH_SIZE = 50

export const exportBookings: Handler<'exportBookings'> = async ({ deps: { db, now }, caller, query }) => {
  const where = filterBookings(await bookingScope(db, caller.hostId, query), query, now())
  const fields = await answeredFields(db, where)
  const timezone = query.timezone ?? (await readSettings(db, caller.hostId)).timezone
  await recordActivity(db, caller.hostId, { kind: 'bookings_exported', details: {} }, now())
  return bookingLines(
    bookingBatches(db, caller.hostId, where, query.order_by),
    timezone,
    await readLabels(db, caller.hostId),
    fields,
  )
}

/** A custom field by its name and its collection's. */
export interface ExportedField {
  collection: string
  label: string
}

/** The fields with an answer in any of these bookings, by collection and in its order. Bookings copy their fields. */
export async function answeredFields(db: Db, where: SQL | undefined): Promise<ExportedField[]> {
  const answer = await db.execute(sql`
    select collection ->> 'name' as collection, field.value ->> 'label' as label
    from ${bookings}, jsonb_path_query(${bookings.customFields}, '$[*]') collection,
      jsonb_array_elements(collection -> 'fields') with ordinality field (value, position)
    where ${where ?? sql`true`} and field.value ->> 'value' is not null
    group by 1, 2
    order by 1, min(field.position), 2`)
  return (answer as { rows: ExportedField[] }).rows
}

export type ExportedRow = Awaited<ReturnType<typeof listedInFull>>[number] & {
  guests: string[]
  labelIds: string[]
}

/** Bookings as CSV, with times in `timeZone`. */
export async function* bookingLines(
  found: AsyncIterable<ExportedRow[]>,
  timeZone: string,
  labels: readonly Label[],
  fields: readonly ExportedField[],
) {
  const labelNames = new Map(labels.map(({ id, name }) => [id, name]))
  // Sent with the first bookings, because a started response can no longer become an error.
  let head =
    BYTE_ORDER_MARK +
    csvLine([...Object.keys(columns), ...fields.map(({ collection, label }) => `${collection}: ${label}`)])
  for await (const rows of found) {
    const body = rows.map((row) =>
      csvLine([
        ...Object.values(columns).map((column) => column(row, timeZone, labelNames)),
        ...fields.map((field) => answerTo(row, field)),
      ]),
    )
    yield head + body.join('')
    head = ''
  }
  if (head !== '') yield head
}

/**
 * With the labels of `callerId`. Only the ids of all bookings and one batch are in memory. The ids are read first, because
 * bookings that change since would have other places in the order.
 */
export async function* bookingBatches(
  db: Db,
  callerId: string,
  where: SQL | undefined,
  { key, isDescending }: Parameters<Handler<'exportBookings'>>[0]['query']['order_by'],
) {
  const direction = isDescending ? desc : asc
  const all = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(where)
    .orderBy(direction(sortColumns[key]), direction(bookings.id))
  for (const batch of batchesOf(all, BATCH_SIZE)) {
    const ids = batch.map(({ id }) => id)
    // Those that no longer match are left out.
    const unordered = await listedInFull(db).where(and(where, inArray(bookings.id, ids)))
    const byId = new Map(unordered.map((row) => [row.booking.id, row]))
    const rows = ids.flatMap((id) => byId.get(id) ?? [])
    const guests = await guestsByBooking(
      db,
      rows.map(({ booking }) => booking),
    )
    const labelIds = await labelIdsByBooking(db, callerId, [...byId.keys()])
    yield rows.map((row) => ({
      ...row,
      guests: guests.get(row.booking.id) ?? [],
      labelIds: labelIds.get(row.booking.id) ?? [],
    }))
  }
}

/** Collections of one name may ask the same question, so there can be several answers. */
const answerTo = ({ booking }: ExportedRow, { collection, label }: ExportedField): string | null =>
  booking.customFields
    .filter(({ name }) => name === collection)
    .flatMap(({ fields }) => fields.filter((field) => field.label === label))
    .flatMap((field) => plainAnswer(field) ?? [])
    .join('\n') || null

/** Wall-clock time in the host's zone, in a format that spreadsheets understand. */
function wallTime(at: number | null, timeZone: string): string | null {
  if (at === null) return null
  const { date, time } = instantToLocalDateTime(at, zoneTable(timeZone), 'start')
  return `${date} ${time}`
}

const columns: Record<
  string,
  (row: ExportedRow, timeZone: string, labelNames: ReadonlyMap<string, string>) => string | number | null
> = {
  Status: ({ booking }) => booking.status,
  Event: (row) => listedView(row).eventTitle,
  Title: ({ booking }) => booking.title,
  Start: ({ booking }, timeZone) => wallTime(booking.startAt, timeZone),
  End: ({ booking }, timeZone) => wallTime(booking.endAt, timeZone),
  'Time zone': (_, timeZone) => timeZone,
  'Duration (minutes)': (row) => listedView(row).duration,
  'Full name': ({ booking }) => booking.fullName,
  Email: ({ booking }) => booking.email,
  Guests: ({ guests }) => guests.join(', ') || null,
  'How to meet': ({ booking }) => meetViaLabels[booking.meetVia],
  Where: ({ booking }) => meetingPlace(booking)?.text ?? null,
  Description: ({ booking }) => booking.description || null,
  Labels: ({ labelIds }, _, labelNames) =>
    // A label that was created since has no name yet.
    labelIds.flatMap((id) => labelNames.get(id) ?? []).join(', ') || null,
  'Booked on': ({ booking }, timeZone) => wallTime(booking.createdAt, timeZone),
  'Canceled on': ({ booking }, timeZone) => wallTime(booking.canceledAt, timeZone),
  'Canceled by': ({ booking }) => booking.canceledBy,
  'Cancellation reason': ({ booking }) => booking.cancellationReason,
  // The booking's own id would let every reader of the file change it.
  'Booking ID': ({ booking }) => booking.sharedId,
  // Distinguishes the two hours that repeat when clocks are set back.
  'Start (UTC)': ({ booking }) => wallTime(booking.startAt, 'UTC'),
}
