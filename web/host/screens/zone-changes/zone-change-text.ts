import {
  cityName,
  shortMomentTextAt,
  timeTextAt,
  weekdayTextAt,
  type Clock,
} from '../../../../contract/time/time-text.ts'
import type { BookingZone, ZoneChange } from '../../../../contract/bookings/zone-changes.schema.ts'
import type { Obstacle } from '../../data/zone-change-calls.ts'

export const obstacleTexts: Record<Obstacle, string> = {
  in_the_past: 'We couldn’t move this booking: the agreed time has passed.',
  overlaps_booking: 'We couldn’t move this booking: you have another one at that time.',
  calendar_busy: 'We couldn’t move this booking: your calendar is busy at that time.',
  calendar_unreachable:
    'We couldn’t move this booking, because we can’t reach your calendar. Try again in a few minutes.',
}

/**
 * What a zone's clock showed when the time was agreed, what it shows now, and what it would show instead after a move.
 */
export function zoneTexts(
  { agreedOffset, offset, offsetIfMoved }: BookingZone,
  { startUtc, agreedStartUtc }: ZoneChange,
  clock: Clock,
): { agreed: string; now: string; ifMoved: string | null } {
  const agreed = shortMomentTextAt(startUtc, agreedOffset, clock)
  const ifMoved = shortMomentTextAt(agreedStartUtc, offsetIfMoved, clock)
  const isNews = agreedStartUtc !== startUtc && ifMoved !== agreed
  return { agreed, now: shortMomentTextAt(startUtc, offset, clock), ifMoved: isNews ? ifMoved : null }
}

/**
 * What a booking can be moved to and where it is, on the clock of its first moved zone: `10:00 AM`, with the date if it
 * differs, and with the zone if there are two.
 */
export function choiceTexts({ startUtc, zones }: ZoneChange, clock: Clock): { agreed: string; now: string } {
  const { timeZone, agreedOffset, offset } = zones.find(({ isMoved }) => isMoved)!
  const isSameDay = weekdayTextAt(startUtc, agreedOffset, clock) === weekdayTextAt(startUtc, offset, clock)
  const text = isSameDay ? timeTextAt : shortMomentTextAt
  const zone = zones.length > 1 ? ` ${cityName(timeZone)} time` : ''
  return { agreed: text(startUtc, agreedOffset, clock) + zone, now: text(startUtc, offset, clock) + zone }
}
