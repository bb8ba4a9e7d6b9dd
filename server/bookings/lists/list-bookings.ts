import { and, asc, count, desc, eq, getTableColumns, type SQL } from 'drizzle-orm'
import { MINUTE } from '../../../availability/units.ts'
import type { BookingSortKey } from '../../../contract/bookings/booking-filters.ts'
import type { BookingListQuery, ListedBooking } from '../../../contract/bookings/booking-list.schema.ts'
import { isRefused, pendingSince } from '../pending-since.ts'
import { bookings } from '../../db/tables/bookings.ts'
import { events } from '../../db/tables/events.ts'
import type { Db } from '../../db/database.ts'
import type { Handler } from '../../http/endpoint.ts'
import { type BookingScope, bookingScope } from './booking-scope.ts'
import { labelIdsByBooking } from '../../labels/labeled.ts'
import { filterBookings } from './filter-bookings.ts'
import { toIso } from '../../http/iso.ts'

export const sortColumns = {
  created_at: bookings.createdAt,
  start_utc: bookings.startAt,
  updated_at: bookings.updatedAt,
  end_utc: bookings.endAt,
} as const satisfies Record<BookingSortKey, unknown>

export const listBookings: Handler<'listBookings'> = async ({ deps: { db, now }, caller, query }) => {
  const scope = await bookingScope(db, caller.hostId, query)
  const where = filterBookings(scope, query, now())
  const [[counted], rows] = await Promise.all([
    db.select({ total: count() }).from(bookings).where(where),
    pageOf(db, where, query),
  ])
  const labelIds = await labelIdsOf(db, caller.hostId, rows)
  return { bookings: rows.map((row) => viewIn(scope, row, labelIds(row))), total: counted?.total ?? 0 }
}

/** A page of a list. Only its own bookings are read as a whole: an index is enough to pass those before them. */
export function pageOf(db: Db, where: SQL | undefined, { order_by, items_per_page, page }: BookingListQuery) {
  const direction = order_by.isDescending ? desc : asc
  const order = [direction(sortColumns[order_by.key]), direction(bookings.id)]
  const keys = db
    .select({ hostId: bookings.hostId, id: bookings.id })
    .from(bookings)
    .where(where)
    .orderBy(...order)
    .limit(items_per_page)
    .offset((page - 1) * items_per_page)
    .as('keys')
  return listed(db)
    .innerJoin(keys, and(eq(bookings.hostId, keys.hostId), eq(bookings.id, keys.id)))
    .orderBy(...order)
}

/** A booking as the caller may see it. The owner's calendar is theirs, and a booking's own id is its invitee's. */
function viewIn({ shareOf }: BookingScope, row: ListedRow, labelIds: string[]): ListedBooking {
  const share = shareOf(row.booking)
  const view = listedView({ ...row, labelIds })
  if (share === null) return view
  return {
    ...view,
    id: row.booking.sharedId,
    share,
    calendarEntryRemovedAt: null,
    calendarEntryDivergedAt: null,
    calendarEntryPendingSince: null,
    isCalendarEntryRefused: false,
  }
}

/** Answers can be megabytes, and lists don't show them. Nothing shows the texts that are searched. */
const { customFields, searchWho: _who, searchWhat: _what, ...listedColumns } = getTableColumns(bookings)

/** Bookings without their answers, joined with their events. */
export const listed = (db: Db) => withEvents(db, listedColumns)

/** The same with the answers. */
export const listedInFull = (db: Db) => withEvents(db, { ...listedColumns, customFields })

const withEvents = <Columns extends typeof listedColumns>(db: Db, booking: Columns) =>
  db
    .select({ booking, event: events })
    .from(bookings)
    .leftJoin(events, and(eq(events.hostId, bookings.hostId), eq(events.id, bookings.eventId)))
    .$dynamic()

export type ListedRow = Awaited<ReturnType<typeof listed>>[number]

/** A host's bookings as their lists return them. */
export async function listedViews(
  db: Db,
  hostId: string,
  rows: readonly ListedRow[],
): Promise<ListedBooking[]> {
  const labelIds = await labelIdsOf(db, hostId, rows)
  return rows.map((row) => listedView({ ...row, labelIds: labelIds(row) }))
}

async function labelIdsOf(db: Db, hostId: string, rows: readonly ListedRow[]) {
  const byBooking = await labelIdsByBooking(
    db,
    hostId,
    rows.map(({ booking }) => booking.id),
  )
  return ({ booking }: ListedRow) => byBooking.get(booking.id) ?? []
}

/** A booking as its host's lists return it. */
export function listedView({ booking, event, labelIds }: ListedRow & { labelIds: string[] }): ListedBooking {
  const present = event?.deletedAt === null ? event : null
  return {
    id: booking.id,
    share: null,
    status: booking.status,
    title: booking.title,
    description: booking.description,
    fullName: booking.fullName,
    email: booking.email,
    duration: Math.round((booking.endAt - booking.startAt) / MINUTE),
    startUtc: toIso(booking.startAt),
    endUtc: toIso(booking.endAt),
    createdAt: toIso(booking.createdAt),
    erasedAt: toIso(booking.erasedAt),
    canceledAt: toIso(booking.canceledAt),
    cancellationReason: booking.cancellationReason,
    canceledBy: booking.canceledBy,
    calendarEntryRemovedAt: toIso(booking.entryRemovedAt),
    calendarEntryDivergedAt: toIso(booking.entryDivergedAt),
    calendarEntryPendingSince: pendingSince(booking),
    isCalendarEntryRefused: isRefused(booking),
    isByLink: booking.linkId !== null,
    meetVia: booking.meetVia,
    location: booking.location,
    meetingUrl: booking.meetingUrl,
    hasVideoCallFailed: booking.videoCallFailedAt !== null,
    boomEventId: present?.id ?? null,
    deletedEventId: present ? null : (event?.id ?? booking.formerEventId),
    eventTitle: event?.title ?? booking.title,
    eventDescription: event?.description ?? booking.description,
    eventIsEnabled: present?.isEnabled ?? false,
    labelIds,
  }
}
