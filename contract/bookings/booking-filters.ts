/** The options and defaults of the booking list. Free of schemas so that screens can import it cheaply. */
export const bookingStatuses = ['confirmed', 'canceled'] as const
export type BookingStatus = (typeof bookingStatuses)[number]

/** The run status of an event relative to its event period, as the filter names it. */
export const eventRunStatuses = ['not_yet_started', 'running', 'ended'] as const
export type EventRunStatus = (typeof eventRunStatuses)[number]

/** Sort keys of the list: ascending, or descending with a leading minus. */
export const bookingSortKeys = ['created_at', 'start_utc', 'updated_at', 'end_utc'] as const
export type BookingSortKey = (typeof bookingSortKeys)[number]

/** The page sizes in the app. The API accepts any number up to the largest. */
export const pageSizes = [10, 25, 50, 100] as const

export const bookingListDefaults = {
  booking_status: ['confirmed'],
  event_status: eventRunStatuses,
  order_by: 'start_utc',
  items_per_page: 50,
  page: 1,
} as const
