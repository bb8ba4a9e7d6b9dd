import { useCallback, useEffect, useRef, useState } from 'react'
import { formatDate } from '../../availability/wall-time.ts'
import type { Slot } from '../../contract/booking.ts'
import { addMonths, weekStartOf, weeksOfMonth, type Month, type Reader } from '../../contract/pages.ts'
import { call } from '../public-pages/call.ts'

export interface MonthSlots {
  slots: Slot[]
  state: 'ready' | 'loading' | 'failed'
  /** Asks again for the month that is shown. */
  reload: () => void
}

interface Opened {
  eventId: string
  month: Month
  reader: Reader
  slots: Slot[] | null
}

/**
 * The slots of the month that is shown, in the weeks its calendar has. Begins with those the page came with; the next
 * month is fetched ahead. While a month is on its way, what is known of it already is shown.
 */
export function useMonthSlots(opened: Opened, month: Month, reader: Reader): MonthSlots {
  const [known] = useState(() => {
    const first = new Map<string, Slot[]>()
    if (opened.slots) first.set(keyOf(opened.month, opened.reader), opened.slots)
    return first
  })
  const [failed, setFailed] = useState(opened.slots === null)
  const [, setVersion] = useState(0)
  const request = useRef<AbortController>(null)
  const key = keyOf(month, reader)

  const load = useCallback(
    async (again: boolean) => {
      request.current?.abort()
      const { signal } = (request.current = new AbortController())
      try {
        for (const wanted of [month, addMonths(month, 1)]) {
          const wantedKey = keyOf(wanted, reader)
          if (known.has(wantedKey) && !(again && wanted === month)) continue
          known.set(wantedKey, await fetchSlots(opened.eventId, wanted, reader, signal))
          setFailed(false)
          setVersion((version) => version + 1)
        }
      } catch {
        if (!signal.aborted) setFailed(true)
      }
    },
    [known, opened.eventId, month, reader],
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
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [load])

  const slots = known.get(key)
  return {
    slots: slots ?? [...known.values()].flat(),
    state: slots ? 'ready' : failed ? 'failed' : 'loading',
    reload: () => void load(true),
  }
}

const keyOf = ({ year, month }: Month, { timeZone, locale }: Reader) =>
  `${year}-${month} ${timeZone} ${weekStartOf(locale)}`

function fetchSlots(eventId: string, month: Month, reader: Reader, signal: AbortSignal): Promise<Slot[]> {
  const days = weeksOfMonth(month, weekStartOf(reader.locale))
  return call(
    'listSlots',
    {
      params: { id: eventId },
      query: { dateFrom: formatDate(days.first), dateTo: formatDate(days.last), timezone: reader.timeZone },
    },
    { signal },
  )
}
