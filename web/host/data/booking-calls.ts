import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { BookingAnswer } from '../../../contract/booking.schema.ts'
import { CallFailed } from '../../../contract/client.ts'
import { api, SessionExpired } from './api.ts'
import { reloadEvents } from './event-calls.ts'
import { queryClient } from './query-client.ts'
import { toasts } from '../toasts.ts'

const LISTS = 'bookings'
const FIGURES = 'dashboard'

type Query = Record<string, string | undefined>

export const bookingsQuery = (query: Query) =>
  queryOptions({
    queryKey: [LISTS, query],
    queryFn: ({ signal }) => api.listBookings({ query, signal }),
    // The page before stays in sight while the next one is on its way.
    placeholderData: keepPreviousData,
    meta: { onFailure: toasts.bookingsNotLoaded },
  })

/** Whether the host has any booking at all, whatever became of it and of its event. */
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

export const bookingQuery = (id: string) =>
  queryOptions({
    queryKey: ['booking', id],
    queryFn: ({ signal }) => api.getBooking({ params: { id }, signal }),
  })

export const dashboardQuery = (week: { weekFrom: string; weekTo: string }) =>
  queryOptions({
    queryKey: [FIGURES, week],
    queryFn: ({ signal }) => api.getDashboard({ query: week, signal }),
  })

/** After a booking has changed: every list and count it stands in. */
async function reloadBookings(id: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [LISTS] }),
    queryClient.invalidateQueries(bookingQuery(id)),
    queryClient.invalidateQueries({ queryKey: [FIGURES] }),
    reloadEvents(),
  ])
}

/** Cancels a booking in the host's name, and says so; false where it still stands. */
export async function cancelBooking(id: string, cancellationReason: string): Promise<boolean> {
  try {
    await api.cancelBooking({ params: { id }, body: { cancellationReason } })
    toasts.bookingCanceled()
  } catch (error) {
    if (error instanceof SessionExpired) return false
    if (!(error instanceof CallFailed && error.status === 409)) {
      toasts.bookingNotCanceled()
      return false
    }
    // Perhaps by an earlier try of this very request, whose answer was lost on its way.
    const found = await api.getBooking({ params: { id } }).catch(() => null)
    if (
      found?.bookingData.canceledBy === 'host' &&
      found.bookingData.cancellationReason === cancellationReason
    )
      toasts.bookingCanceled()
    else toasts.bookingCanceledElsewhere()
  }
  await reloadBookings(id)
  return true
}

/** What the host has filled in, by the ids of collection and field. */
export type PrivateAnswers = readonly { id: string; fields: { id: string; value: string | string[] }[] }[]

export async function savePrivateAnswers(
  id: string,
  answers: PrivateAnswers,
  keepalive: boolean,
): Promise<void> {
  const bookingData = await api.fillPostBookingFields({
    params: { id },
    body: { customFieldsCollections: answers.map(({ id: of, fields }) => ({ id: of, fields })) },
    keepalive,
  })
  // An answer that is under way may be older than this one.
  const { queryKey } = bookingQuery(id)
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (found: BookingAnswer | undefined) => found && { ...found, bookingData })
}

/** Saves the bookings of a query, all of its pages, as a file for spreadsheets. */
export async function exportBookings(query: Query, date: string): Promise<void> {
  try {
    const file = await api.exportBookings({ query })
    const link = document.createElement('a')
    link.href = URL.createObjectURL(file)
    link.download = `bookings-${date}.csv`
    link.click()
    // Some browsers only begin to read it once this has returned.
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  } catch (error) {
    if (!(error instanceof SessionExpired)) toasts.bookingsNotExported()
  }
}
