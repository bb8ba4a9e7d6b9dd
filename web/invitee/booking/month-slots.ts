import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { dayOf, formatDate } from '../../../availability/wall-time.ts'
import { CallFailed } from '../../../contract/api/client.ts'
import type { Slot } from '../../../contract/events/slot.schema.ts'
import { isOneOff } from '../../../contract/events/event-options.ts'
import type { PublicEvent } from '../../../contract/events/event.schema.ts'
import { addMonths, isBefore, weeksOfMonth, type Month } from '../../../contract/time/month.ts'
import { zoneTable } from '../../../contract/time/time-zones.ts'
import type { Viewer } from '../../../contract/time/viewer.ts'
import { call } from '../call.ts'
import { sessionToken, withToken } from './for-somebody/use-for-somebody.ts'
import { isZoneLoading, viewerInstead } from '../viewer.ts'
import { type OfferedMonths, offeredMonths } from './shown-month.ts'

export interface MonthSlots {
  slots: Slot[]
  state: 'ready' | 'loading' | 'failed'
  /** Why there are no times anymore, if the event or the one-off link that opened the page can't be used now. */
  closedText: string | null
  /** Refetches the displayed month now, and other months when they are displayed. */
  reload: () => void
  /** Fetches the slots of other days (since 1970-01-01, both inclusive), which aren't stored. */
  fetchDays: (days: Days, signal: AbortSignal) => Promise<Slot[]>
  months: OfferedMonths
}

interface Days {
  first: number
  last: number
}

const POLL_INTERVAL_MS = 15_000
/** After that, a load is taken for one whose connection died without a word. */
const MAX_LOAD_MS = 60_000

interface Opened {
  /** With the chosen duration. */
  event: PublicEvent
  /** The booking to move, whose own time counts as free. */
  bookingId: string | null
  isHostOnly: boolean
  month: Month
  weekStart: number
  viewer: Viewer
  slots: Slot[] | null
  /** When it was opened (ISO 8601). */
  now: string
  /** The first month with slots then. */
  firstMonth: Month
  /** The last one; null if there was no end. */
  lastMonth: Month | null
  /** Days since 1970-01-01. */
  today: number
}

/**
 * The slots of the displayed month, in the weeks its calendar shows. Starts with those in the page and prefetches the
 * next month. While a month loads, known slots are shown. The displayed month is refetched regularly, so that taken
 * times disappear automatically, unless an earlier load is still running; with an ETag, the response is empty if
 * nothing changed.
 */
export function useMonthSlots(opened: Opened, month: Month, viewer: Viewer): MonthSlots {
  const { bookingId, firstMonth, lastMonth, now, today, weekStart, isHostOnly } = opened
  const { id: eventId, duration, durations, bookingUrlId } = opened.event
  // Only what isn't the default: other pages' requests stay the same.
  const asked = useMemo(
    () => ({
      ...(bookingId !== null && { bookingId }),
      ...(bookingId === null && durations.length > 1 && { duration }),
      ...(isOneOff(bookingUrlId) && { bookingUrlId }),
    }),
    [bookingId, duration, durations.length, bookingUrlId],
  )
  const [known] = useState(() => {
    const first = new Map<string, Slot[]>()
    if (opened.slots) first.set(keyOf(opened.month, opened.viewer, duration), opened.slots)
    return first
  })
  const [failedKey, setFailedKey] = useState(
    opened.slots ? null : keyOf(opened.month, opened.viewer, duration),
  )
  const [closedText, setClosedText] = useState<string | null>(null)
  const [, setVersion] = useState(0)
  const request = useRef<AbortController>(null)
  /** When the running load began (epoch milliseconds); null without one. */
  const loadingSince = useRef<number>(null)
  const key = keyOf(month, viewer, duration)
  const { timeZone } = viewer
  const months = useMemo(
    () => offeredMonths(today, { first: firstMonth, last: lastMonth, at: now }, timeZone),
    [today, firstMonth, lastMonth, now, timeZone],
  )
  const fetchDays = useCallback<MonthSlots['fetchDays']>(
    ({ first, last }, signal) =>
      call(
        'listSlots',
        {
          params: { id: eventId },
          query: { dateFrom: formatDate(first), dateTo: formatDate(last), timezone: timeZone, ...asked },
        },
        { signal, ...(isHostOnly && { headers: withToken(sessionToken() ?? '') }) },
      ),
    [eventId, asked, timeZone, isHostOnly],
  )

  const load = useCallback(
    async (again: boolean) => {
      request.current?.abort()
      const { signal } = (request.current = new AbortController())
      loadingSince.current = Date.now()
      try {
        for (const wanted of hasNext(month, months.last) ? [month, addMonths(month, 1)] : [month]) {
          const wantedKey = keyOf(wanted, viewer, duration)
          if (known.has(wantedKey) && !(again && wanted === month)) continue
          const slots = await fetchDays(weeksOfMonth(wanted, weekStart), signal)
          setFailedKey(null)
          // A paused event goes on, and a deleted one can be restored.
          setClosedText(null)
          if (JSON.stringify(known.get(wantedKey)) === JSON.stringify(slots)) continue
          known.set(wantedKey, slots)
          setVersion((version) => version + 1)
        }
      } catch (error) {
        if (signal.aborted) return
        setFailedKey(keyOf(month, viewer, duration))
        const text = error instanceof CallFailed ? closedTextOf(error, bookingId) : null
        if (text === null) return
        known.clear()
        setClosedText(text)
      } finally {
        if (!signal.aborted) loadingSince.current = null
      }
    },
    [known, fetchDays, bookingId, duration, months.last, month, viewer, weekStart],
  )

  useEffect(() => {
    // Right after hydration, the browser's time zone replaces the server's guess, and only its slots are needed.
    const timer = setTimeout(() => {
      const isReplaced = viewerInstead(viewer) !== viewer || (isZoneLoading() && known.has(key))
      if (isReplaced) return
      setFailedKey(null)
      void load(false)
    })
    return () => {
      clearTimeout(timer)
      request.current?.abort()
    }
  }, [known, key, load, viewer])

  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') void load(true)
    }
    document.addEventListener('visibilitychange', refresh)
    window.addEventListener('online', refresh)
    const timer = setInterval(() => {
      if (loadingSince.current === null || Date.now() - loadingSince.current > MAX_LOAD_MS) refresh()
    }, POLL_INTERVAL_MS)
    return () => {
      document.removeEventListener('visibilitychange', refresh)
      window.removeEventListener('online', refresh)
      clearInterval(timer)
    }
  }, [load])

  const reload = useCallback(() => {
    for (const other of known.keys()) if (other !== key) known.delete(other)
    setFailedKey(null)
    void load(true)
  }, [known, key, load])

  const slots = known.get(key)
  const hasFailed = failedKey === key || closedText !== null
  return {
    slots: slots ?? [...known].flatMap(([other, each]) => (isOf(other, duration) ? each : [])),
    state: slots ? 'ready' : hasFailed ? 'failed' : 'loading',
    closedText,
    reload,
    fetchDays,
    months,
  }
}

/** Leaves out past days, whose slots may have been loaded before midnight. */
export function groupByDay(slots: readonly Slot[], timeZone: string, today: number): Map<number, Slot[]> {
  const table = zoneTable(timeZone)
  const distinct = [...new Map(slots.map((slot) => [slot.startUtc, slot])).values()].toSorted((a, b) =>
    a.startUtc < b.startUtc ? -1 : 1,
  )
  const byDay = Map.groupBy(distinct, (slot) => dayOf(table, Date.parse(slot.startUtc)))
  return new Map([...byDay].filter(([day]) => day >= today))
}

/** Whether a later month may have slots. */
export const hasNext = (month: Month, last: Month | null) => last === null || isBefore(month, last)

const keyOf = ({ year, month }: Month, { timeZone }: Viewer, duration: number) =>
  `${duration} ${year}-${month} ${timeZone}`

const isOf = (key: string, duration: number) => key.startsWith(`${duration} `)

const closedCodes = new Set<CallFailed['code']>([
  'event_not_found',
  'event_not_accepting',
  'link_expired',
  'link_used_up',
  'link_deleted',
  'booking_not_confirmed',
])

/** Why nothing can be booked now; null if only the times couldn't be loaded. */
function closedTextOf({ code, message }: CallFailed, bookingId: string | null): string | null {
  // The server says this of everything that it's asked for by id, also of a booking that is being changed.
  if (code === 'not_found' && bookingId === null) return 'This event was not found or has been deleted.'
  return closedCodes.has(code) ? message : null
}
