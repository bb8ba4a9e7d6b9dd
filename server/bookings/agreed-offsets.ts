import { SECOND } from '../../availability/units.ts'
import { instantOnClock, offsetAt } from '../../availability/wall-time.ts'
import { isTimeZone, zoneTable } from '../../contract/time/time-zones.ts'
import type { BookingZone } from '../../contract/bookings/zone-changes.schema.ts'
import type { BookingRow } from '../db/tables/bookings.ts'

type Zones = Pick<BookingRow, 'startAt' | 'timezone' | 'inviteeTimezone'>
type Agreed = Zones & Pick<BookingRow, 'agreedOffset' | 'inviteeAgreedOffset'>

/** The columns that record what both sides agree on when a booking gets a time: what their clocks will show. */
export const agreedOffsets = ({ startAt, timezone, inviteeTimezone }: Zones) => ({
  agreedOffset: offsetOf(timezone, startAt),
  inviteeAgreedOffset: inviteeTimezone === null ? null : offsetOf(inviteeTimezone, startAt),
  zoneChangedAt: null,
})

/** The zones in which a booking's time was agreed, as far as their rules are known: the event's first. */
export function bookingZones(booking: Agreed): BookingZone[] {
  const agreedAt = agreedStart(booking)
  return offsetsOf(booking).map((zone) => ({ ...zone, offsetIfMoved: offsetOf(zone.timeZone, agreedAt)! }))
}

/** The zones whose clocks show another time than was agreed. */
export const movedZones = (booking: Agreed) => offsetsOf(booking).filter(({ isMoved }) => isMoved)

function offsetsOf(booking: Agreed): Omit<BookingZone, 'offsetIfMoved'>[] {
  const { startAt, timezone, inviteeTimezone, agreedOffset, inviteeAgreedOffset } = booking
  const zones = [
    { timeZone: timezone, isInvitees: false, agreedOffset },
    ...(inviteeTimezone === null || inviteeTimezone === timezone
      ? []
      : [{ timeZone: inviteeTimezone, isInvitees: true, agreedOffset: inviteeAgreedOffset }]),
  ]
  return zones.flatMap((zone) => {
    const offset = offsetOf(zone.timeZone, startAt)
    if (zone.agreedOffset === null || offset === null) return []
    return [{ ...zone, agreedOffset: zone.agreedOffset, offset, isMoved: zone.agreedOffset !== offset }]
  })
}

/**
 * When the clock of the first moved zone shows what was agreed (epoch milliseconds). It is the booking's own start if
 * none has moved, or if the clock now skips that time.
 */
export function agreedStart(booking: Agreed): number {
  const [zone] = movedZones(booking)
  if (!zone) return booking.startAt
  return instantOnClock(zoneTable(zone.timeZone), booking.startAt + zone.agreedOffset * SECOND)
}

/** How far a zone's clock is ahead of UTC at an instant, in seconds; null if the zone is unknown. */
export const offsetOf = (timeZone: string, at: number): number | null =>
  isTimeZone(timeZone) ? offsetAt(zoneTable(timeZone), at) / SECOND : null
