import { and, gt, gte, inArray, isNull, like, lte, or, sql, type SQL } from 'drizzle-orm'
import type { BookingFilters } from '../../../contract/bookings/booking-list.schema.ts'
import { bookingStatuses, type EventRunStatus } from '../../../contract/bookings/booking-filters.ts'
import { type EventStatus, periodStatus } from '../../../contract/events/event-periods.ts'
import { bookingGuests, bookings } from '../../db/tables/bookings.ts'
import type { EventRow } from '../../db/tables/events.ts'
import { filterByLabels } from '../../labels/labeled.ts'
import type { BookingScope } from './booking-scope.ts'
import { searchedEvent, searchForm, searchForms, searchWords, wordForms } from './search-text.ts'

const runStatus: Record<EventStatus, EventRunStatus> = {
  'not-started': 'not_yet_started',
  active: 'running',
  ended: 'ended',
}

/** The bookings that match the filters. There are few events, so those are filtered here. */
export function filterBookings(scope: BookingScope, filters: BookingFilters, now: number): SQL | undefined {
  return and(
    scope.isIncluded,
    filters.booking_ids && inArray(scope.id, filters.booking_ids),
    // Otherwise counting them reads every booking instead of an index.
    bookingStatuses.every((status) => filters.booking_status.includes(status))
      ? undefined
      : inArray(bookings.status, filters.booking_status),
    ...wordForms(filters.booking_q ?? '').map((forms) =>
      or(
        ...forms.flatMap((form) => [
          like(bookings.searchWho, part(form)),
          like(bookings.searchWhat, part(form)),
        ]),
      ),
    ),
    filters.created_after === undefined ? undefined : gte(bookings.createdAt, filters.created_after),
    filters.updated_after === undefined ? undefined : gte(bookings.updatedAt, filters.updated_after),
    filters.meeting_after === undefined ? undefined : gte(bookings.startAt, filters.meeting_after),
    filters.meeting_before === undefined ? undefined : lte(bookings.startAt, filters.meeting_before),
    filters.upcoming ? gt(bookings.endAt, now) : undefined,
    filters.past ? lte(bookings.endAt, now) : undefined,
    filters.duration_min === undefined ? undefined : gte(minutes, filters.duration_min),
    filters.duration_max === undefined ? undefined : lte(minutes, filters.duration_max),
    filters.attendees && or(...filters.attendees.flatMap(searchForms).map((form) => takesPart(scope, form))),
    filterByLabels(scope.callerId, filters),
    ofEvents(scope, filters, now),
  )
}

/** As the list returns it. */
const minutes = sql<number>`round(extract(epoch from ${bookings.endAt} - ${bookings.startAt}) / 60)`

/** A substring match, with every character taken literally. */
const part = (form: string) => `%${form.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** A union, because an `or` would scan all bookings of the hosts. */
const takesPart = ({ hostIds }: BookingScope, form: string) =>
  sql`${bookings.id} in (
    select booked.id from ${bookings} booked
    where ${inArray(sql`booked.host_id`, [...hostIds])} and booked.search_who like ${part(form)}
    union all
    select guest.booking_id from ${bookingGuests} guest
    where ${inArray(sql`guest.host_id`, [...hostIds])} and upper(guest.email) like ${part(form)})`

/** A deleted event counts as disabled and ended. */
const GONE = { isEnabled: false, isArchived: false, status: 'ended' } as const

function ofEvents(
  { events: all, includesRemovedEvents }: BookingScope,
  filters: BookingFilters,
  now: number,
): SQL | undefined {
  const wanted = filters.event_ids && new Set(filters.event_ids.map((id) => id.toLowerCase()))
  const words = searchWords(filters.event_q ?? '')
  const isWanted = ({
    isEnabled,
    isArchived,
    status,
  }: {
    isEnabled: boolean
    isArchived: boolean
    status: EventRunStatus
  }) =>
    (isEnabled || filters.event_include_disabled) &&
    (!isArchived || filters.event_include_archived) &&
    filters.event_status.includes(status)
  const found = all.filter((event) => {
    if (wanted && !wanted.has(event.id)) return false
    const text = searchForm(`${event.title}\n${event.description}`)
    if (!words.every((word) => text.includes(word))) return false
    return isWanted(event.deletedAt === null ? { ...event, status: statusOf(event, now) } : GONE)
  })
  const isGoneWanted = includesRemovedEvents && !wanted && isWanted(GONE)
  if (isGoneWanted && words.length === 0 && found.length === all.length) return undefined
  return or(
    inArray(
      bookings.eventId,
      found.map(({ id }) => id),
    ),
    isGoneWanted
      ? and(isNull(bookings.eventId), ...words.map((word) => like(searchedEvent, part(word))))
      : undefined,
  )
}

function statusOf(event: EventRow, now: number): EventRunStatus {
  const period = { start: event.eventStart, end: event.eventEnd }
  return runStatus[periodStatus(period, event.timezone, now)]
}
