import { parseDate } from '../../availability/civil-date.ts'
import type { Interval } from '../../availability/interval.ts'
import { MAX_RANGE_DAYS, rangeOfDays } from '../../availability/slots.ts'
import { zoneTable } from '../../contract/time/time-zones.ts'
import { invalid } from './errors.ts'

/** The instants of the requested days. Throws `validation_failed` for dates that can't be requested. */
export function requestedRange(
  query: { dateFrom: string; dateTo: string; timezone: string },
  maxDays = MAX_RANGE_DAYS,
): Interval {
  const fields: Record<string, string> = {}
  const day = (name: 'dateFrom' | 'dateTo') => {
    try {
      return parseDate(query[name])
    } catch {
      fields[name] = 'Use a date such as 2027-03-14'
      return 0
    }
  }
  const days = day('dateTo') - day('dateFrom') + 1
  if (Object.keys(fields).length > 0) throw invalid(fields)
  if (days < 1) throw invalid({ dateFrom: 'dateFrom cannot be after dateTo' })
  if (days > maxDays) throw invalid({ dateTo: `Request at most ${maxDays} days at a time` })
  return rangeOfDays(query.dateFrom, query.dateTo, zoneTable(query.timezone))
}
