import { useEffect, useState } from 'react'
import { dayOf } from '../../../availability/wall-time.ts'
import { addMonths, daysOfMonth, isBefore, monthOfDay, type Month } from '../../../contract/time/month.ts'
import { zoneTable } from '../../../contract/time/time-zones.ts'
import type { MonthSlots } from './month-slots.ts'

/** They never have more days than one request may ask for. */
const MONTHS_PER_REQUEST = 2
const MAX_REQUESTS = 6
/** How many months after a month without times are searched. */
export const SEARCHED_MONTHS = MONTHS_PER_REQUEST * MAX_REQUESTS

interface Search {
  month: Month
  /** The last month with slots; null if there is no end. */
  lastMonth: Month | null
  timeZone: string
  fetchDays: MonthSlots['fetchDays']
}

interface Found {
  /** Days since 1970-01-01; null if there is none. */
  day: number | null
}

/** The first day with times after a month without any; null until it is known. */
export function useNextOpenDay({ month, lastMonth, timeZone, fetchDays }: Search): Found | null {
  const [found, setFound] = useState<(Found & Pick<Search, 'month' | 'fetchDays'>) | null>(null)
  const isKnown =
    found !== null &&
    found.fetchDays === fetchDays &&
    !isBefore(month, found.month) &&
    // Later months up to that day have no times either.
    (found.day === null ? !isBefore(found.month, month) : isBefore(month, monthOfDay(found.day)))
  useEffect(() => {
    if (isKnown) return
    const request = new AbortController()
    findDay({ month, lastMonth, timeZone, fetchDays, signal: request.signal })
      .then((day) => setFound({ day, month, fetchDays }))
      // The page keeps telling to try the next month.
      .catch(() => {})
    return () => request.abort()
  }, [isKnown, month, lastMonth, timeZone, fetchDays])
  return isKnown ? found : null
}

async function findDay({
  month,
  lastMonth,
  timeZone,
  fetchDays,
  signal,
}: Search & { signal: AbortSignal }): Promise<number | null> {
  for (let ahead = 1; ahead <= SEARCHED_MONTHS; ahead += MONTHS_PER_REQUEST) {
    const from = addMonths(month, ahead)
    if (lastMonth && isBefore(lastMonth, from)) return null
    const { first } = daysOfMonth(from)
    const { last } = daysOfMonth(addMonths(from, MONTHS_PER_REQUEST - 1))
    const [slot] = await fetchDays({ first, last }, signal)
    if (slot) return dayOf(zoneTable(timeZone), Date.parse(slot.startUtc))
  }
  return null
}
