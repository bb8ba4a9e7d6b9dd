import { bookingPath, confirmationPath } from '../../contract/pages/page-paths.ts'
import { forget, keep, keysOf, readKept } from '../data/browser-storage.ts'
import { areAttempts, findOther, isRecent, meetingOf, placeOf } from './booking/booking-attempts.ts'
import { pageDataOf } from './own-page.ts'

/**
 * Where a link says that it can't be used: opens what this tab booked with it if the answer was lost. Books nothing, so
 * an attempt that would still book isn't sent again.
 */
export async function openLostBooking(): Promise<void> {
  const page = pageDataOf(document)
  if (page.kind !== 'message' || !page.isClosed) return
  const start = placeOf('')
  for (const place of keysOf('sessionStorage', start)) {
    const attempts = readKept('sessionStorage', place, areAttempts) ?? []
    for (const attempt of attempts) {
      const { query, body } = meetingOf(attempt)
      const paths = [attempt.path, bookingPath(query.bookingUrlId)]
      // Hosts find what they booked in their list.
      if (!isRecent(attempt) || body.byHost || !paths.includes(location.pathname)) continue
      const booked = await findOther(place.slice(start.length), attempt, {}).catch(() => null)
      if (!booked) continue
      const others = attempts.filter((one) => one !== attempt)
      if (others.length > 0) keep('sessionStorage', place, others)
      else forget('sessionStorage', place)
      location.replace(`${confirmationPath(booked.id)}?bookingJustCreated=true`)
      return
    }
  }
}
