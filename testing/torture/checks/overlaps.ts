import { MINUTE } from '../../../availability/units.ts'
import type { Violation } from '../history.ts'
import type { Round } from '../round.ts'
import type { State } from './state.ts'

/**
 * Confirmed bookings of a host never overlap, and keep the larger one of their buffers, unless the host put the last
 * one there in the calendar.
 */
export function checkOverlaps(round: Round, state: State): Violation[] {
  const placed = state.bookings
    .filter(({ status }) => status === 'confirmed')
    .map((row) => {
      const last = state.history.findLast(
        ({ bookingId, action }) => bookingId === row.id && (action === 'booked' || action === 'moved'),
      )
      const event = round.hosts.flatMap(({ events }) => events).find(({ id }) => id === row.eventId)
      const booking = round.bookings.find(({ email }) => email === row.email)
      const bufferMs = (event?.bufferTime ?? 0) * MINUTE
      return { row, at: last?.at ?? 0, isByHost: last?.actor === 'host', bufferMs, booking }
    })
  return placed.flatMap((one, index) =>
    placed.slice(index + 1).flatMap((other) => {
      if (one.row.hostId !== other.row.hostId) return []
      const isUnchecked = one.at === other.at || (one.at > other.at ? one : other).isByHost
      const bufferMs = isUnchecked ? 0 : Math.max(one.bufferMs, other.bufferMs)
      const gap = Math.max(other.row.startAt - one.row.endAt, one.row.startAt - other.row.endAt)
      if (gap >= bufferMs) return []
      const detail = `${one.row.id} and ${other.row.id} are ${gap / MINUTE} minutes apart, not ${bufferMs / MINUTE}.`
      return [{ rule: 'no overlap', detail, booking: one.booking ?? null }]
    }),
  )
}
