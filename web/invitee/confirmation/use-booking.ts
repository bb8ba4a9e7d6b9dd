import { useCallback, useEffect, useRef, useState } from 'react'
import type { BookingAnswer } from '../../../contract/booking.schema.ts'
import { call } from '../call.ts'

/** Google makes the link within seconds, if it can be reached; after some minutes nobody waits on this page. */
const FIRST_POLL_DELAY_MS = 2000
const MAX_POLL_DELAY_MS = 128_000

/**
 * The booking as it is now: asked for again when the reader comes back to the page, and while the link to the call is
 * being made.
 */
export function useBooking(opened: BookingAnswer) {
  const [booking, setBooking] = useState(opened)
  const { id } = opened.bookingData
  // An answer that was asked for before a later one came must not bring back what was then.
  const latest = useRef(0)

  const reload = useCallback(async (): Promise<BookingAnswer | null> => {
    const turn = ++latest.current
    try {
      const found = await call('getBooking', { params: { id } })
      if (turn === latest.current) setBooking(found)
      return found
    } catch {
      // What is shown stands.
      return null
    }
  }, [id])

  /** What is known to have happened, until the server has told it. */
  const change = useCallback((changed: BookingAnswer) => {
    latest.current += 1
    setBooking(changed)
  }, [])

  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') void reload()
    }
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [reload])

  const { status, meetingUrl } = booking.bookingData
  const isWaiting =
    booking.eventData.meetVia === 'google-meet' && status === 'confirmed' && meetingUrl === null
  useEffect(() => {
    if (!isWaiting) return
    let wait = FIRST_POLL_DELAY_MS
    let timer = setTimeout(again, wait)
    function again() {
      void reload()
      wait *= 2
      if (wait <= MAX_POLL_DELAY_MS) timer = setTimeout(again, wait)
    }
    return () => clearTimeout(timer)
  }, [isWaiting, reload])

  return { booking, reload, change }
}
