import { MINUTE } from '../../availability/units.ts'
import {
  dayOf,
  formatDate,
  wallFromInstant,
  weekdayOf,
  type ZoneTable,
} from '../../availability/wall-time.ts'
import { leadTimeGroups } from '../../contract/overview/analytics.ts'
import type { Analytics } from '../../contract/overview/analytics.schema.ts'
import { startOfWeek } from '../../contract/time/month.ts'

/** What is counted of a booking. Instants are epoch milliseconds. */
export interface CountedBooking {
  eventId: string | null
  status: 'confirmed' | 'canceled'
  startAt: number
  endAt: number
  createdAt: number
}

/** Days since 1970-01-01 in a zone, both inclusive. `weekStart` is 1 (Monday) to 7 (Sunday). */
export interface CountedPeriod {
  first: number
  last: number
  weekStart: number
  table: ZoneTable
}

type Counts = Pick<Analytics, 'bookings' | 'canceled'>

type Counted = Omit<Analytics, 'dateFrom' | 'dateTo' | 'timezone' | 'events'> & {
  byEvent: Map<CountedBooking['eventId'], Counts>
}

/** The figures of bookings whose meetings start in the period. */
export function countBookings(rows: readonly CountedBooking[], period: CountedPeriod): Counted {
  const { first, last, weekStart, table } = period
  const total = noCounts()
  const weeks = weeksOf(period)
  const byEvent: Counted['byEvent'] = new Map()
  const hours = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
  const leadDays: number[] = []
  let minutes = 0
  for (const { eventId, status, startAt, endAt, createdAt } of rows) {
    const { epochDay, minuteOfDay } = wallFromInstant(table, startAt)
    // A clock that is set back just after midnight shows the end of the day before once more.
    const day = Math.min(Math.max(epochDay, first), last)
    const week = weeks[(startOfWeek(day, weekStart) - startOfWeek(first, weekStart)) / 7]!
    const event = byEvent.get(eventId) ?? noCounts()
    byEvent.set(eventId, event)
    const key = status === 'confirmed' ? 'bookings' : 'canceled'
    for (const counts of [total, week, event]) counts[key]++
    if (status === 'canceled') continue
    minutes += Math.round((endAt - startAt) / MINUTE)
    hours[weekdayOf(epochDay)]![Math.floor(minuteOfDay / 60)]!++
    // A meeting that was moved may start before it was booked.
    leadDays.push(Math.max(0, epochDay - dayOf(table, createdAt)))
  }
  return {
    ...total,
    minutes,
    weeks,
    byEvent,
    hours,
    leadTimes: leadTimeGroups.map((group) => ({ ...group, bookings: countWithin(leadDays, group) })),
    medianLeadDays: median(leadDays),
  }
}

const noCounts = (): Counts => ({ bookings: 0, canceled: 0 })

function weeksOf({ first, last, weekStart }: CountedPeriod): Analytics['weeks'] {
  const weeks: Analytics['weeks'] = []
  for (let day = startOfWeek(first, weekStart); day <= last; day += 7) {
    weeks.push({
      dateFrom: formatDate(Math.max(day, first)),
      dateTo: formatDate(Math.min(day + 6, last)),
      ...noCounts(),
    })
  }
  return weeks
}

const countWithin = (days: readonly number[], { minDays, maxDays }: (typeof leadTimeGroups)[number]) =>
  days.filter((day) => day >= minDays && day <= (maxDays ?? Infinity)).length

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const upper = sorted[Math.floor(middle)]
  if (upper === undefined) return null
  return Number.isInteger(middle) ? (sorted[middle - 1]! + upper) / 2 : upper
}
