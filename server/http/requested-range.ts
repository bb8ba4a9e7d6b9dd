import type { Interval } from '../../availability/interval.ts'
import { rangeOfDays } from '../../availability/slots.ts'
import { zoneTable } from '../../contract/time/time-zones.ts'
import { invalid } from './errors.ts'

const MAX_RANGE_DAYS = 62

/**
 * The instants of the requested days (since 1970-01-01). Throws `validation_failed` for days that can't be requested.
 */
export function requestedRange(
  { dateFrom, dateTo, timezone }: { dateFrom: number; dateTo: number; timezone: string },
  maxDays = MAX_RANGE_DAYS,
): Interval {
  if (dateTo < dateFrom) throw invalid({ dateFrom: 'dateFrom cannot be after dateTo' })
  if (dateTo - dateFrom >= maxDays) throw invalid({ dateTo: `Request at most ${maxDays} days at a time` })
  return rangeOfDays(dateFrom, dateTo, zoneTable(timezone))
}
