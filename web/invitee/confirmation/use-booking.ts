import { useCallback, useEffect, useRef, useState } from 'react'
import type { BookingAnswer } from '../../../contract/bookings/booking.schema.ts'
import { CallFailed } from '../../../contract/api/client.ts'
import { call } from '../call.ts'
import { isCopy } from '../is-copy.ts'

/**
 * Google creates the link within seconds if it is reachable. After some minutes, nobody waits on this page anymore.
 */
const FIRST_POLL_DELAY_MS = 2000
const MAX_POLL_DELAY_MS = 128_000

/** The booking was deleted, or its link no longer works. */
const isGone = ({ status }: CallFailed) => status === 404 || status === 410

/**
 * The current booking. It is refetched when the page becomes visible, and while the video call's link is being
 * created. `isCurrent` is false as long as it's from an old copy of the page.
 */
export function useBooking(opened: BookingAnswer) {
  const [booking, setBooking] = useState(opened)
  const [isCurrent, setCurrent] = useState(!isCopy)
  const { id } = opened.bookingData
  const latest = useRef(0)
  // An earlier response must not overwrite a later one.
  const shown = useRef(0)

  const reload = useCallback(async (): Promise<BookingAnswer | null> => {
    const turn = ++latest.current
    try {
      const found = await call('getBooking', { params: { id } })
      if (turn < shown.current) return found
      shown.current = turn
      setBooking(found)
      setCurrent(true)
      return found
    } catch (error) {
      // Its page says why, and its worker drops the copy.
      if (isCopy && error instanceof CallFailed && isGone(error)) window.location.reload()
      // Keeps the displayed booking.
      return null
    }
  }, [id])

  /** A change that is known before the server returns it. */
  const change = useCallback((changed: BookingAnswer) => {
    shown.current = ++latest.current
    setBooking(changed)
    setCurrent(true)
  }, [])

  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') void reload()
    }
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [reload])

  const { status, meetingUrl, hasVideoCallFailed } = booking.bookingData
  const isWaiting =
    booking.eventData.meetVia === 'google-meet' &&
    status === 'confirmed' &&
    meetingUrl === null &&
    !hasVideoCallFailed
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

  return { booking, isCurrent, reload, change }
}
