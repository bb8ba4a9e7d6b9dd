import { bookingPath, confirmationPath } from '../../contract/events/event-options.ts'
import { forget, keysOf, readKept } from '../data/browser-storage.ts'
import { areAttempts, findOther, isRecent, meetingOf, placeOf } from './booking/booking-attempts.ts'

/**
 * Where a link says that it can't be used: opens what this tab booked with it if the answer was lost. Books nothing, so
 * an attempt that would still book isn't sent again.
 */
export async function openLostBooking(): Promise<void> {
  const start = placeOf('')
  for (const place of keysOf('sessionStorage', start)) {
    for (const attempt of readKept('sessionStorage', place, areAttempts) ?? []) {
      const { query, body } = meetingOf(attempt)
      // Hosts find what they booked in their list.
      if (!isRecent(attempt) || body.byHost || bookingPath(query.bookingUrlId) !== location.pathname) continue
      const booked = await findOther(place.slice(start.length), attempt, {}).catch(() => null)
      if (!booked) continue
      forget('sessionStorage', place)
      location.replace(`${confirmationPath(booked.id)}?bookingJustCreated=true`)
      return
    }
  }
}
