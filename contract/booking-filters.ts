/** The choices and defaults of the list of bookings. Free of schemas, so that screens use them too. */
export const bookingStatuses = ['confirmed', 'canceled'] as const
export type BookingStatus = (typeof bookingStatuses)[number]

/** Where an event stands to its event period, as the list's filter calls it. */
export const eventRunStatuses = ['not_yet_started', 'running', 'ended'] as const
export type EventRunStatus = (typeof eventRunStatuses)[number]

/** What the list can be sorted by, ascending; with a minus before it, descending. */
export const bookingSortKeys = ['created_at', 'start_utc', 'updated_at', 'end_utc'] as const
export type BookingSortKey = (typeof bookingSortKeys)[number]

/** What the screen offers; the interface takes any number up to the largest. */
export const pageSizes = [10, 25, 50, 100] as const

export const bookingListDefaults = {
  booking_status: ['confirmed'],
  event_status: eventRunStatuses,
  order_by: 'start_utc',
  items_per_page: 50,
  page: 1,
} as const
