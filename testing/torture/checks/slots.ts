import { isDeepStrictEqual } from 'node:util'
import { parseDate } from '../../../availability/civil-date.ts'
import { offeredStarts, rangeOfDays } from '../../../availability/slots.ts'
import { zoneTable } from '../../../contract/time/time-zones.ts'
import { call } from '../../server/test-app.ts'
import type { Violation } from '../history.ts'
import { daysOf } from '../hosts.ts'
import type { Round } from '../round.ts'
import type { State } from './state.ts'

/**
 * Exactly those slots are offered that neither a booking nor a checked calendar takes, so that every canceled one is
 * free again.
 */
export async function checkSlots(round: Round, state: State): Promise<Violation[]> {
  const { installation, hosts, base } = round
  const { origin } = installation.processes[0]!
  const query = daysOf(base)
  const range = rangeOfDays(parseDate(query.dateFrom), parseDate(query.dateTo), zoneTable(query.timezone))
  const violations: Violation[] = []
  for (const event of hosts.flatMap(({ events }) => events)) {
    const row = state.events.find(({ id }) => id === event.id)!
    // The primary calendar is checked for every event. Its id is its owner's address.
    const checked = [...new Set([event.calendarId, event.host.email])]
    const busy = [
      ...state.bookings
        .filter(({ hostId, status }) => hostId === row.hostId && status === 'confirmed')
        .map(({ startAt, endAt, eventId }) => {
          const { bufferTime = 0 } = state.events.find(({ id }) => id === eventId) ?? {}
          return {
            start: startAt,
            end: endAt,
            bufferBeforeMinutes: bufferTime,
            bufferAfterMinutes: bufferTime,
          }
        }),
      ...checked.flatMap((id) => installation.calendars.entries(id)).filter(({ isLive }) => isLive),
    ]
    const expected = offeredStarts({
      week: row.week,
      zone: zoneTable(row.timezone),
      durationMinutes: row.duration,
      bufferBeforeMinutes: row.bufferTime,
      bufferAfterMinutes: row.bufferTime,
      eventPeriod: { start: null, end: null },
      bookingPeriod: { start: null, end: null },
      busy,
      now: Date.now(),
      range,
    })
    const reply = await call(origin, 'listSlots', { params: { id: event.id }, query })
    const offered = reply.success ? reply.data.map(({ startUtc }) => Date.parse(startUtc)) : []
    if (reply.success && isDeepStrictEqual(offered, expected)) continue
    const list = (starts: readonly number[]) =>
      starts.map((start) => new Date(start).toISOString()).join(', ') || 'none'
    const missing = expected.filter((start) => !offered.includes(start))
    const excess = offered.filter((start) => !expected.includes(start))
    const detail = `Event ${event.id} of ${event.host.email} answered ${reply.status}. Not offered but free: ${list(missing)}. Offered but taken: ${list(excess)}.`
    violations.push({ rule: 'free slots are offered', detail, booking: null })
  }
  return violations
}
