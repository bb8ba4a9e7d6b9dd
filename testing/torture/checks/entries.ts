import type { BookingRow } from '../../../server/db/tables/bookings.ts'
import type { HostEntry } from '../host-calendars.ts'
import type { Violation } from '../history.ts'
import type { Round } from '../round.ts'
import type { State } from './state.ts'

const time = (at: number) => new Date(at).toISOString()

/**
 * A confirmed booking has exactly one live entry in the host's calendar, at its time, and a canceled one has none.
 * Where the host deleted the entry, or moved it to where the booking can't follow, the booking says so.
 */
export function checkEntries(round: Round, state: State): Violation[] {
  const calendarIds = [
    ...new Set(round.hosts.flatMap(({ events }) => events.map(({ calendarId }) => calendarId))),
  ]
  const entries = calendarIds.flatMap((calendarId) =>
    round.installation.calendars.entries(calendarId).map((entry) => ({ ...entry, calendarId })),
  )
  const rows = new Map(state.bookings.map((row) => [row.id, row]))
  return [
    ...entries
      .filter(({ isLive, bookingId }) => isLive && bookingId !== null && !rows.has(bookingId))
      .map(({ id }) => ({
        rule: 'one entry per booking',
        detail: `Entry ${id} belongs to no booking.`,
        booking: null,
      })),
    ...state.bookings.flatMap((row) => {
      const live = entries.filter((entry) => entry.isLive && entry.bookingId === row.id)
      const booking = round.bookings.find(({ email }) => email === row.email)!
      const hostDid = (kind: 'moveEntry' | 'removeEntry') =>
        booking.operations.some((one) => one.kind === kind)
      const problem = problemOf(row, live, hostDid)
      return problem === null
        ? []
        : [{ rule: 'one entry per booking', detail: problem, booking: { ...booking, id: row.id } }]
    }),
  ]
}

function problemOf(
  row: BookingRow,
  live: readonly (HostEntry & { calendarId: string })[],
  hostDid: (kind: 'moveEntry' | 'removeEntry') => boolean,
): string | null {
  if (row.status === 'canceled') return live.length === 0 ? null : 'It is canceled, but has a live entry.'
  if (live.length > 1) return `It has ${live.length} live entries.`
  const [entry] = live
  if (!entry) {
    if (!hostDid('removeEntry')) return 'It has no entry, though the host deleted none.'
    return row.entryRemovedAt === null ? 'The host deleted its entry, which it does not say.' : null
  }
  if (entry.id !== row.calendarEntryId) return `Its live entry ${entry.id} isn't its own.`
  if (entry.calendarId !== row.calendarId) return `Its entry is in the calendar ${entry.calendarId}.`
  if (entry.start === row.startAt && entry.end === row.endAt) return null
  const isAt = `Its entry is at ${time(entry.start)}, it is at ${time(row.startAt)}`
  if (!hostDid('moveEntry')) return `${isAt}, though the host moved nothing.`
  return row.entryDivergedAt === null ? `${isAt}, which it does not say.` : null
}
