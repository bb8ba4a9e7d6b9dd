import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { MINUTE } from '../../../availability/units.ts'
import type { BookingAnswer } from '../../../contract/bookings/booking.schema.ts'
import { CallFailed } from '../../../contract/api/client.ts'
import type { ListedBooking } from '../../../contract/bookings/booking-list.schema.ts'
import { api, SessionExpired } from './api.ts'
import { reloadEvents } from './event-calls.ts'
import { reloadSharedEvents } from './event-share-calls.ts'
import { download } from './download.ts'
import { deleteIfThere, queryClient } from './query-client.ts'
import { toasts } from './toasts.ts'

const POLL_INTERVAL_MS = 15_000
const OVERVIEW_INTERVAL_MS = MINUTE

const LISTS = 'bookings'
const OPEN = 'booking'
const FIGURES = 'dashboard'
const CALENDAR = 'calendar'

/** Every list of bookings, whatever its filters. */
export const bookingLists = { queryKey: [LISTS] }
/** Every booking that is open. */
export const openBookings = { queryKey: [OPEN] }

type Query = Record<string, string | undefined>

export const bookingsQuery = (query: Query) =>
  queryOptions({
    queryKey: [LISTS, query],
    queryFn: ({ signal }) => api.listBookings({ query, signal }),
    // Keeps the previous page visible while the next one loads.
    placeholderData: keepPreviousData,
    meta: { onFailure: toasts.bookingsNotLoaded },
  })

/** Whether the host has any bookings, whatever their status or event. */
export const anyBookingQuery = queryOptions({
  queryKey: [LISTS, 'any'],
  queryFn: async ({ signal }) => {
    const query = {
      booking_status: 'confirmed,canceled',
      event_include_disabled: 'true',
      event_include_archived: 'true',
      items_per_page: '1',
    }
    return (await api.listBookings({ query, signal })).total > 0
  },
})

/** An open booking, refetched regularly because its invitee may change or cancel it. */
export const bookingQuery = (id: string) =>
  queryOptions({
    queryKey: [OPEN, id],
    queryFn: async ({ signal }) => {
      const found = await api.getBooking({ params: { id }, signal })
      // The browser's history can contain the id of another host's booking, which opens it as its invitee would.
      if (!['host', 'member'].includes(found.access.role)) throw new CallFailed(404, null)
      reloadListsIfChanged(found.bookingData)
      return found
    },
    refetchInterval: POLL_INTERVAL_MS,
  })

export const dashboardQuery = (week: { weekFrom: string; weekTo: string }) =>
  queryOptions({
    queryKey: [FIGURES, week],
    queryFn: ({ signal }) => api.getDashboard({ query: week, signal }),
    refetchInterval: OVERVIEW_INTERVAL_MS,
  })

/** Bookings and busy times from one date to another (`YYYY-MM-DD`, both inclusive) in a zone. */
export const calendarQuery = (days: { dateFrom: string; dateTo: string; timezone: string }) =>
  queryOptions({
    queryKey: [CALENDAR, days],
    queryFn: ({ signal }) => api.getCalendar({ query: days, signal }),
    refetchInterval: OVERVIEW_INTERVAL_MS,
  })

/** Kept from the previous period while the next one loads. */
export const analyticsQuery = (query: Query) =>
  queryOptions({
    queryKey: [FIGURES, 'analytics', query],
    queryFn: ({ signal }) => api.getAnalytics({ query, signal }),
    placeholderData: keepPreviousData,
  })

/** The times that a booking can move to, for the people who manage it. */
export const openTimesQuery = (
  { id, eventId }: { id: string; eventId: string },
  days: { dateFrom: string; dateTo: string; timezone: string },
) =>
  queryOptions({
    queryKey: ['open-times', id, days],
    queryFn: ({ signal }) =>
      api.listSlots({ params: { id: eventId }, query: { ...days, bookingId: id }, signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** Why a booking can't move to a start (ISO 8601), for its host. */
export const moveExplanationQuery = ({ id, eventId }: { id: string; eventId: string }, start: string) =>
  queryOptions({
    queryKey: ['open-times', id, start],
    queryFn: ({ signal }) =>
      api.explainSlot({ params: { id: eventId }, query: { start, bookingId: id }, signal }),
    staleTime: 0,
    gcTime: 0,
  })

const LISTED_FIELDS = ['status', 'startUtc', 'endUtc', 'fullName', 'email'] as const

/** Call it before storing a booking: if it was changed elsewhere, the lists still show it as it was. */
export function reloadListsIfChanged(found: BookingAnswer['bookingData']) {
  const known = queryClient.getQueryData(bookingQuery(found.id).queryKey)?.bookingData
  // It may also have changed before it was opened.
  const listed = queryClient
    .getQueriesData<{ bookings?: ListedBooking[] }>({ ...bookingLists, type: 'active' })
    .map(([, page]) => page?.bookings?.find(({ id }) => id === found.id))
  if ([known, ...listed].some((old) => old && LISTED_FIELDS.some((name) => old[name] !== found[name])))
    void reloadLists()
}

export const reloadBookings = () => queryClient.invalidateQueries(bookingLists)

/** Refreshes every list and count after a booking changed. */
export const reloadLists = () =>
  Promise.all([
    reloadBookings(),
    queryClient.invalidateQueries({ queryKey: [FIGURES] }),
    queryClient.invalidateQueries({ queryKey: [CALENDAR] }),
    reloadEvents(),
  ])

/** Shows that a booking is gone, here and in every list. */
export function showGone(id: string): void {
  toasts.bookingGone()
  void queryClient.invalidateQueries(bookingQuery(id))
  void reloadLists()
  void reloadSharedEvents()
}

/** Removes someone from a booking and shows a toast if it fails; false if their link still works. */
export async function removeGuest(id: string, guestId: string): Promise<boolean> {
  try {
    await deleteIfThere(() => api.removeGuest({ params: { id, guestId } }))
  } catch (error) {
    if (!(error instanceof SessionExpired)) toasts.guestNotRemoved()
    return false
  }
  await queryClient.invalidateQueries(bookingQuery(id))
  return true
}

/** Downloads all pages of a query as a CSV file. */
export async function exportBookings(query: Query, date: string): Promise<void> {
  try {
    download(await api.exportBookings({ query }), `bookings-${date}.csv`)
  } catch (error) {
    if (!(error instanceof SessionExpired)) toasts.bookingsNotExported()
  }
}
