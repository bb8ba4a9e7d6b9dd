import { useCallback, useEffect, useRef, useState } from 'react'
import { formatDate } from '../../../availability/wall-time.ts'
import type { Slot } from '../../../contract/booking.schema.ts'
import { addMonths, weekStartOf, weeksOfMonth, type Month } from '../../../contract/month.ts'
import type { Viewer } from '../../../contract/viewer.ts'
import { call } from '../call.ts'

export interface MonthSlots {
  slots: Slot[]
  state: 'ready' | 'loading' | 'failed'
  /** Asks again for the month that is shown, and for others once they are. */
  reload: () => void
}

const POLL_INTERVAL_MS = 15_000

interface Opened {
  eventId: string
  /** What is to be moved: its own time counts as free. */
  bookingId: string | null
  month: Month
  viewer: Viewer
  slots: Slot[] | null
}

/**
 * The slots of the month that is shown, in the weeks its calendar has. Begins with those the page came with; the next
 * month is fetched ahead. While a month is on its way, what is known of it already is shown. The month that is shown is
 * asked for again and again, so that what others take goes by itself: the answer has an ETag, and is empty while nothing
 * has changed.
 */
export function useMonthSlots(opened: Opened, month: Month, viewer: Viewer): MonthSlots {
  const { eventId, bookingId } = opened
  const [known] = useState(() => {
    const first = new Map<string, Slot[]>()
    if (opened.slots) first.set(keyOf(opened.month, opened.viewer), opened.slots)
    return first
  })
  const [failed, setFailed] = useState(opened.slots === null)
  const [, setVersion] = useState(0)
  const request = useRef<AbortController>(null)
  const key = keyOf(month, viewer)

  const load = useCallback(
    async (again: boolean) => {
      request.current?.abort()
      const { signal } = (request.current = new AbortController())
      try {
        for (const wanted of [month, addMonths(month, 1)]) {
          const wantedKey = keyOf(wanted, viewer)
          if (known.has(wantedKey) && !(again && wanted === month)) continue
          const slots = await fetchSlots({ eventId, bookingId }, wanted, viewer, signal)
          setFailed(false)
          if (JSON.stringify(known.get(wantedKey)) === JSON.stringify(slots)) continue
          known.set(wantedKey, slots)
          setVersion((version) => version + 1)
        }
      } catch {
        if (!signal.aborted) setFailed(true)
      }
    },
    [known, eventId, bookingId, month, viewer],
  )

  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- Nothing is set before the answer has come.
    void load(false)
    return () => request.current?.abort()
  }, [load])

  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') void load(true)
    }
    document.addEventListener('visibilitychange', refresh)
    const timer = setInterval(refresh, POLL_INTERVAL_MS)
    return () => {
      document.removeEventListener('visibilitychange', refresh)
      clearInterval(timer)
    }
  }, [load])

  const reload = useCallback(() => {
    for (const other of known.keys()) if (other !== key) known.delete(other)
    void load(true)
  }, [known, key, load])

  const slots = known.get(key)
  return {
    slots: slots ?? [...known.values()].flat(),
    state: slots ? 'ready' : failed ? 'failed' : 'loading',
    reload,
  }
}

const keyOf = ({ year, month }: Month, { timeZone, locale }: Viewer) =>
  `${year}-${month} ${timeZone} ${weekStartOf(locale)}`

function fetchSlots(
  { eventId, bookingId }: Pick<Opened, 'eventId' | 'bookingId'>,
  month: Month,
  viewer: Viewer,
  signal: AbortSignal,
): Promise<Slot[]> {
  const days = weeksOfMonth(month, weekStartOf(viewer.locale))
  return call(
    'listSlots',
    {
      params: { id: eventId },
      query: {
        dateFrom: formatDate(days.first),
        dateTo: formatDate(days.last),
        timezone: viewer.timeZone,
        ...(bookingId !== null && { bookingId }),
      },
    },
    { signal },
  )
}
