import { isDeepStrictEqual } from 'node:util'
import type { BookingRow } from '../../../server/db/tables/bookings.ts'
import type { Booking, Operation, Violation } from '../history.ts'
import { weekOf } from '../hosts.ts'
import type { Round } from '../round.ts'
import type { State } from './state.ts'

/** Nothing acknowledged is lost, and nothing exists or moves that nobody asked for. */
export function checkAcknowledged(round: Round, state: State): Violation[] {
  const rows = new Map(state.bookings.map((row) => [row.id, row]))
  const known = new Set(round.bookings.map(({ email }) => email))
  return [
    ...round.history.operations
      .filter(({ answer }) => answer.startsWith('500'))
      .map(({ kind, booking }) => ({ rule: 'no internal errors', detail: kind, booking })),
    ...state.bookings
      .filter(({ email }) => !known.has(email))
      .map(({ id, email }) => ({ rule: 'nothing unasked', detail: `${id} by ${email}`, booking: null })),
    ...round.bookings.flatMap((booking) => {
      const mine = state.bookings.filter(({ email }) => email === booking.email)
      const row = booking.id === null ? mine[0] : rows.get(booking.id)
      const report = (rule: string, detail: string) => ({
        rule,
        detail,
        booking: { ...booking, id: row?.id ?? null },
      })
      const isAsked = booking.operations.some(({ kind, outcome }) => kind === 'book' && outcome !== 'refused')
      return [
        ...(mine.length > 1 ? [report('one booking per key', `There are ${mine.length}.`)] : []),
        ...(row && !isAsked ? [report('nothing unasked', 'Every request was refused.')] : []),
        ...(booking.id !== null && !row
          ? [report('nothing acknowledged is lost', `${booking.id} is gone.`)]
          : []),
        ...(row && isAsked
          ? problemsOf(booking, row, state).map(([rule, detail]) => report(rule, detail))
          : []),
      ]
    }),
    ...lostHours(round, state),
  ]
}

type Problem = [rule: string, detail: string]

const time = (at: number) => new Date(at).toISOString()

function problemsOf(booking: Booking, row: BookingRow, state: State): Problem[] {
  const problems: Problem[] = []
  const cancels = booking.operations.filter(({ kind, outcome }) => kind === 'cancel' && outcome !== 'refused')
  if (booking.isCanceled && row.status !== 'canceled')
    problems.push(['nothing acknowledged is lost', 'It was canceled, but is confirmed.'])
  if (cancels.length === 0 && row.status === 'canceled')
    problems.push(['nothing unasked', 'It is canceled, but nobody canceled it.'])

  const movedAt = state.history
    .filter((one) => one.bookingId === row.id && one.action === 'moved' && one.actor === 'invitee')
    .map(({ at }) => at)
  const possible = possibleStarts(booking, movedAt)
  if (!possible.includes(row.startAt))
    problems.push([
      'at its last time',
      `It is at ${time(row.startAt)}, not at ${possible.map(time).join(' or ')}.`,
    ])

  const movedBy = (actor: string) =>
    state.history.filter((one) => one.bookingId === row.id && one.action === 'moved' && one.actor === actor)
      .length
  const asked = (wanted: Operation['kind']) =>
    booking.operations.filter(({ kind, outcome }) => kind === wanted && outcome !== 'refused').length
  if (movedBy('host') > asked('moveEntry'))
    problems.push([
      'no move unasked',
      `It followed its entry ${movedBy('host')} times; its host moved that ${asked('moveEntry')} times.`,
    ])
  if (movedBy('invitee') > asked('move'))
    problems.push([
      'no move unasked',
      `It was moved ${movedBy('invitee')} times, but asked ${asked('move')} times.`,
    ])

  for (const guest of booking.guests) {
    const isInvited = state.guests.some((one) => one.bookingId === row.id && one.email === guest.email)
    if (guest.outcome === 'ok' && !isInvited)
      problems.push(['nothing acknowledged is lost', `Guest ${guest.email} is gone.`])
    if (guest.outcome === 'refused' && isInvited)
      problems.push(['nothing unasked', `Guest ${guest.email} was refused.`])
  }
  return problems
}

/**
 * Where a booking can be: where a move without an answer or the host in the calendar may have put it, unless a later
 * request that was acknowledged certainly put it elsewhere. `movedAt`: when its history says that the invitee moved it.
 */
function possibleStarts({ operations }: Booking, movedAt: readonly number[]): number[] {
  const placements = operations.filter(
    ({ kind, target, outcome }) => kind !== 'book' && target !== null && outcome !== 'refused',
  )
  // All requests with the booking's key are one: the first answer tells when it was made at the latest.
  const books = operations.filter(({ kind, outcome }) => kind === 'book' && outcome !== 'refused')
  placements.push({ ...books[0]!, endedAt: Math.min(...books.map(({ endedAt }) => endedAt)) })
  // Moving a booking to its current time changes nothing, so a move by the host that isn't synced yet still counts.
  const isRepetition = (one: Operation) =>
    placements.some(({ startedAt, target }) => target === one.target && startedAt < one.startedAt) &&
    !movedAt.some((at) => at >= one.startedAt && at <= one.endedAt)
  const isCertain = (one: Operation) => one.kind === 'move' && one.outcome === 'ok' && !isRepetition(one)
  const certain = placements.filter(isCertain)
  const possible = placements.filter((one) => !certain.some(({ startedAt }) => startedAt > one.endedAt))
  return [...new Set(possible.map(({ target }) => target!))]
}

/** Each event has the hours of its last acknowledged change. */
function lostHours({ hosts }: Round, state: State): Violation[] {
  return hosts.flatMap(({ email, events }) =>
    events.flatMap(({ id, hours }) => {
      const row = state.events.find((one) => one.id === id)
      if (hours === null || (row && isDeepStrictEqual(row.week, weekOf(hours)))) return []
      const detail = `The ${hours} hours of event ${id} of ${email} are gone.`
      return [{ rule: 'nothing acknowledged is lost', detail, booking: null }]
    }),
  )
}
