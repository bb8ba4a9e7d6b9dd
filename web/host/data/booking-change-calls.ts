import { CallFailed } from '../../../contract/api/client.ts'
import type { ListedEvent } from '../../../contract/events/event.schema.ts'
import { api, isGone, SessionExpired } from './api.ts'
import { bookingQuery, reloadLists, showGone } from './booking-calls.ts'
import { mayPass, queryClient } from './query-client.ts'
import { toasts } from './toasts.ts'

// In a file of its own, because only dialogs that load later need it.

/** Also after a failure, because the answer may have been lost. */
const reload = (id: string) => Promise.all([queryClient.invalidateQueries(bookingQuery(id)), reloadLists()])

/** `startUtc`: where it was moved in the meantime. */
type MoveOutcome = 'done' | 'failed' | { startUtc: string }

/**
 * Moves a booking from where its host sees it, `isAnyway` to a time that isn't offered, and shows a toast. Changes
 * nothing if it was moved elsewhere in the meantime.
 */
export async function moveBooking(
  { id, startUtc: previousStartUTC }: { id: string; startUtc: string },
  startUTC: string,
  isAnyway = false,
): Promise<MoveOutcome> {
  try {
    const body = { startUTC, previousStartUTC, ...(isAnyway && { bookAnyway: true }) }
    await api.updateBooking({ params: { id }, body })
    toasts.bookingMoved()
  } catch (error) {
    if (error instanceof SessionExpired) return 'failed'
    if (isGone(error)) {
      showGone(id)
      return 'done'
    }
    if (error instanceof CallFailed && error.code === 'booking_not_confirmed') {
      toasts.bookingCanceledElsewhere()
      await reload(id)
      return 'done'
    }
    void reload(id)
    void queryClient.invalidateQueries({ queryKey: ['open-times', id] })
    const wasLost = mayPass(error)
    if (wasLost || (error instanceof CallFailed && error.code === 'edit_conflict')) {
      const found = await api.getBooking({ params: { id } }).catch(() => null)
      const startUtc = found?.bookingData.startUtc ?? previousStartUTC
      if (wasLost && startUtc === startUTC) {
        toasts.bookingMoved()
        return 'done'
      }
      if (startUtc !== previousStartUTC) return { startUtc }
    }
    toasts.bookingNotMoved(error instanceof CallFailed ? error.message : null)
    return 'failed'
  }
  await reload(id)
  return 'done'
}

/** Cancels a booking for its host and shows a toast; false if it is still booked. */
export async function cancelBooking(id: string, cancellationReason: string): Promise<boolean> {
  try {
    await api.cancelBooking({ params: { id }, body: { cancellationReason } })
    toasts.bookingCanceled()
  } catch (error) {
    if (error instanceof SessionExpired) return false
    if (isGone(error)) {
      showGone(id)
      return true
    }
    if (!(error instanceof CallFailed && error.status === 409)) {
      // The event's owner may have changed what this person may do.
      const isForbidden = error instanceof CallFailed && error.status === 403
      toasts.bookingNotCanceled(isForbidden ? error.message : null)
      void reload(id)
      return false
    }
    // Possibly by an earlier attempt of this request whose response was lost.
    const found = await api.getBooking({ params: { id } }).catch(() => null)
    if (
      found !== null &&
      found.bookingData.canceledBy === found.access.role &&
      found.bookingData.cancellationReason === cancellationReason
    )
      toasts.bookingCanceled()
    else toasts.bookingCanceledElsewhere()
  }
  await reload(id)
  return true
}

/** Deletes an event and cancels its upcoming bookings, and shows a toast; false if it may still be there. */
export async function cancelEvent({ id, title }: ListedEvent, cancellationReason: string): Promise<boolean> {
  try {
    const { canceledBookings } = await api.cancelEvent({ params: { id }, body: { cancellationReason } })
    toasts.eventCanceled(title, canceledBookings)
  } catch (error) {
    if (!isGone(error)) {
      if (!(error instanceof SessionExpired)) toasts.eventNotDeleted()
      return false
    }
    // By another tab, or by an earlier attempt whose response was lost.
    toasts.eventGone()
  }
  await reloadLists()
  return true
}
