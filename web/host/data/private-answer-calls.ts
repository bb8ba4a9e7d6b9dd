import { notifyManager } from '@tanstack/react-query'
import { CallFailed } from '../../../contract/api/client.ts'
import type { BookingAnswer } from '../../../contract/bookings/booking.schema.ts'
import { AnswersChanged } from '../../fields/answer-saver.ts'
import { type PrivateAnswers, storedAnswers } from '../../fields/use-saved-answers.ts'
import { api, isGone } from './api.ts'
import { bookingQuery, reloadListsIfChanged, showGone } from './booking-calls.ts'
import { queryClient } from './query-client.ts'

// In a file of its own, because only the details of a booking need it.

/** Saves private notes. Throws `AnswersChanged` if somebody else has stored others than they may replace. */
export async function savePrivateAnswers(
  id: string,
  answers: PrivateAnswers,
  keepalive: boolean,
): Promise<void> {
  const { queryKey } = bookingQuery(id)
  const bookingData = await api
    .fillPostBookingFields({ params: { id }, body: { customFieldsCollections: answers }, keepalive })
    .catch(async (error: unknown) => {
      if (error instanceof CallFailed && error.code === 'edit_conflict') {
        // A running request may return an older state, here as below.
        await queryClient.cancelQueries({ queryKey })
        const { bookingData: current } = await queryClient.fetchQuery({ ...bookingQuery(id), staleTime: 0 })
        throw new AnswersChanged(storedAnswers(current.customFieldsCollections))
      }
      // There is nothing to try again.
      if (!isGone(error)) throw error
      showGone(id)
      return null
    })
  if (bookingData === null) return
  await queryClient.cancelQueries({ queryKey })
  reloadListsIfChanged(bookingData)
  queryClient.setQueryData(queryKey, (found: BookingAnswer | undefined) => found && { ...found, bookingData })
  // Those who show the booking hear of it later.
  await new Promise<void>((resolve) => notifyManager.schedule(resolve))
}
