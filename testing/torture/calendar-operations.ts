import { MINUTE } from '../../availability/units.ts'
import type { HostEntry } from './host-calendars.ts'
import { begin, end, type OperationKind } from './history.ts'
import { anySlot } from './hosts.ts'
import type { Random } from './random.ts'
import type { Round } from './round.ts'

/** More would leave no slots. */
const MAX_BUSY_ENTRIES = 6

/** A host adds an entry of their own to a calendar. */
export function addBusy(round: Round, random: Random): void {
  const event = random.pick(random.pick(round.hosts).events)
  const { calendars } = round.installation
  const own = calendars.entries(event.calendarId).filter((entry) => entry.isLive && entry.bookingId === null)
  if (own.length >= MAX_BUSY_ENTRIES) return
  const operation = begin(round.history, 'addBusy')
  const start = anySlot(random, event, round.base) + random.integer(-2, 3) * 10 * MINUTE
  const { calendarId, host } = event
  calendars.add({ email: host.email, calendarId }, random.digits(26), start, start + 40 * MINUTE)
  end(operation, 'ok', 'done')
}

export const moveBusy = (round: Round, random: Random) => changeEntry(round, random, 'moveBusy')
export const removeBusy = (round: Round, random: Random) => changeEntry(round, random, 'removeBusy')
/** The entry of a booking. */
export const moveEntry = (round: Round, random: Random) => changeEntry(round, random, 'moveEntry')
export const removeEntry = (round: Round, random: Random) => changeEntry(round, random, 'removeEntry')

/** A host moves or deletes one of the entries that are in a calendar. */
function changeEntry(
  round: Round,
  random: Random,
  kind: Extract<OperationKind, 'moveBusy' | 'removeBusy' | 'moveEntry' | 'removeEntry'>,
): void {
  const event = random.pick(random.pick(round.hosts).events)
  const where = { email: event.host.email, calendarId: event.calendarId }
  const { calendars } = round.installation
  const isOfBooking = kind === 'moveEntry' || kind === 'removeEntry'
  const entries = calendars
    .entries(where.calendarId)
    .filter((entry) => entry.isLive && (entry.bookingId !== null) === isOfBooking)
  if (entries.length === 0) return
  const entry: HostEntry = random.pick(entries)
  const booking = round.bookings.find(({ id }) => id !== null && id === entry.bookingId) ?? null
  // The client of this booking has no answer yet, so nobody would know whose change it is.
  if (isOfBooking && booking === null) return
  const isMove = kind === 'moveBusy' || kind === 'moveEntry'
  const start = anySlot(random, event, round.base)
  const operation = begin(round.history, kind, { booking, target: kind === 'moveEntry' ? start : null })
  if (isMove) calendars.move(where, entry.id, start, start + (entry.end - entry.start))
  else calendars.remove(where, entry.id)
  end(operation, 'ok', 'done')
}
