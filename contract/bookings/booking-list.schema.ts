import { z } from 'zod'
import { actorRoles } from './booking-actors.ts'
import {
  bookingListDefaults,
  bookingSortKeys,
  bookingStatuses,
  eventRunStatuses,
  pageSizes,
  type BookingSortKey,
} from './booking-filters.ts'
import { bookingShare } from '../events/event-shares.schema.ts'
import { labelFilters } from '../labels/label.schema.ts'
import { meetViaOptions } from '../events/event-options.ts'
import { instant, timezone } from '../primitives.schema.ts'

/** An empty filter matches everything. PostgreSQL text can't contain null characters, so they become spaces. */
const text = z
  .string()
  .optional()
  .transform((value) => (value === '' ? undefined : value?.replaceAll('\0', ' ')))

/** Without entries it is an empty filter, like one without text. */
function entries(value: string): string[] | undefined {
  const found = value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
  return found.length > 0 ? found : undefined
}
const list = text.pipe(
  z.string().max(4000, 'A list can have at most 4000 characters').transform(entries).optional(),
)
const listOf = <Choice extends string>(
  choices: readonly [Choice, ...Choice[]],
  otherwise: readonly Choice[],
) =>
  text
    .transform((value) => value && entries(value))
    .pipe(z.array(z.enum(choices, `Choose from ${choices.join(', ')}`)).default([...otherwise]))
const words = text.pipe(z.string().max(200, 'Search for at most 200 characters').optional())
const bound = text.pipe(instant.optional())
const minutes = text.pipe(
  z
    .string()
    .regex(/^\d{1,5}$/, 'Use a whole number of minutes')
    .transform(Number)
    .optional(),
)
const flag = text.pipe(
  z
    .enum(['true', 'false'], 'Use true or false')
    .transform((value) => value === 'true')
    .default(false),
)
const wholeNumber = (otherwise: number, most: number) =>
  text.pipe(
    z
      .string()
      .regex(/^\d{1,9}$/, 'Use a whole number')
      .transform(Number)
      .pipe(z.int().min(1, 'Use a number of at least 1').max(most, `Use a number up to ${most}`))
      .default(otherwise),
  )
const order = text.pipe(
  z
    .string()
    .default(bookingListDefaults.order_by)
    .pipe(
      z
        .string()
        .regex(new RegExp(`^-?(${bookingSortKeys.join('|')})$`), `Sort by ${bookingSortKeys.join(', ')}`),
    )
    .transform((value) => ({
      key: value.replace('-', '') as BookingSortKey,
      isDescending: value.startsWith('-'),
    })),
)

/**
 * The filters of the booking list. Lists are separated by commas, and a booking matches if any entry does. Instants are
 * ISO 8601 and inclusive: `created_after` and `updated_after` compare the creation and last change, `meeting_after` and
 * `meeting_before` the start. `upcoming` leaves out meetings that have ended, `past` all others. `booking_q` and
 * `event_q` match if the text contains every word, ignoring case and accents; that of a booking includes the first
 * 10,000 characters of its invitee's answers. `attendees` match parts of participants' names or addresses. `shared`
 * finds the bookings of events that are shared with the caller, instead of their own. A booking must have at least one
 * of `labels_any`, each of `labels_all` and none of `labels_none`.
 */
export const bookingFilters = z.object({
  shared: flag,
  booking_ids: list,
  booking_status: listOf(bookingStatuses, bookingListDefaults.booking_status),
  booking_q: words,
  created_after: bound,
  updated_after: bound,
  meeting_after: bound,
  meeting_before: bound,
  upcoming: flag,
  past: flag,
  duration_min: minutes,
  duration_max: minutes,
  attendees: list,
  event_ids: list,
  event_include_disabled: flag,
  event_include_archived: flag,
  event_status: listOf(eventRunStatuses, bookingListDefaults.event_status),
  event_q: words,
  ...labelFilters,
  order_by: order,
})
export type BookingFilters = z.output<typeof bookingFilters>

export const bookingExportQuery = bookingFilters.extend({
  /** The IANA zone of the exported times; defaults to the zone in the host's settings. */
  timezone: text.pipe(timezone.optional()),
})

export const bookingListQuery = bookingFilters.extend({
  items_per_page: wholeNumber(bookingListDefaults.items_per_page, Math.max(...pageSizes)),
  page: wholeNumber(bookingListDefaults.page, 999_999_999),
})
export type BookingListQuery = z.output<typeof bookingListQuery>

export const listedBooking = z.object({
  /** Of a shared booking, an id that opens it only for the people its event is shared with. */
  id: z.string(),
  /** Null for the host's own bookings. */
  share: bookingShare.nullable(),
  status: z.enum(bookingStatuses),
  title: z.string(),
  description: z.string(),
  fullName: z.string(),
  email: z.string(),
  /** Minutes. */
  duration: z.int(),
  startUtc: z.string(),
  endUtc: z.string(),
  createdAt: z.string(),
  /** When the invitee erased their data. */
  erasedAt: z.string().nullable(),
  canceledAt: z.string().nullable(),
  cancellationReason: z.string().nullable(),
  canceledBy: z.enum(actorRoles).nullable(),
  /** When we noticed that the host deleted the calendar entry. */
  calendarEntryRemovedAt: z.string().nullable(),
  /** When we noticed that the host moved the calendar entry to a time that can't be booked. */
  calendarEntryDivergedAt: z.string().nullable(),
  /** Since when the calendar hasn't shown the booking's latest change; null once it does. */
  calendarEntryPendingSince: z.string().nullable(),
  /** Whether the calendar refused that change for good. */
  isCalendarEntryRefused: z.boolean(),
  /** Whether it was made with a one-off link. */
  isByLink: z.boolean(),
  meetVia: z.enum(meetViaOptions),
  location: z.string(),
  /** The link of a video call, once it is known. */
  meetingUrl: z.string().nullable(),
  /** Whether the host's calendar couldn't create the video call, so that there is no link. */
  hasVideoCallFailed: z.boolean(),
  /**
   * Null once the event is deleted. When it can't be restored anymore, title and description are those from the time of
   * booking.
   */
  boomEventId: z.string().nullable(),
  /** The deleted event's id; null if it isn't deleted, or unknown. */
  deletedEventId: z.string().nullable(),
  eventTitle: z.string(),
  eventDescription: z.string(),
  eventIsEnabled: z.boolean(),
  /** In the order of the host's labels. */
  labelIds: z.array(z.uuid()),
})
export type ListedBooking = z.infer<typeof listedBooking>

export const bookingList = z.object({ bookings: z.array(listedBooking), total: z.int() })
