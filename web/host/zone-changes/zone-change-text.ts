import { shortMomentTextAt, timeTextAt, weekdayTextAt, type Clock } from '../../../contract/time-text.ts'
import type { ZoneChange } from '../../../contract/zone-changes.schema.ts'
import type { Obstacle } from '../data/zone-change-calls.ts'

export const obstacleTexts: Record<Obstacle, string> = {
  in_the_past: 'We couldn’t move this booking: the agreed time has passed.',
  overlaps_booking: 'We couldn’t move this booking: you have another one at that time.',
  calendar_busy: 'We couldn’t move this booking: your calendar is busy at that time.',
  calendar_unreachable:
    'We couldn’t move this booking, because we can’t reach your calendar. Try again in a few minutes.',
}

/** What a booking can be moved to and where it is, on the clock of its first moved zone: `10:00 AM`, with the date if it differs. */
export function choiceTexts({ startUtc, zones }: ZoneChange, clock: Clock): { agreed: string; now: string } {
  const { agreedOffset, offset } = zones[0]!
  const isSameDay = weekdayTextAt(startUtc, agreedOffset, clock) === weekdayTextAt(startUtc, offset, clock)
  const text = isSameDay ? timeTextAt : shortMomentTextAt
  return { agreed: text(startUtc, agreedOffset, clock), now: text(startUtc, offset, clock) }
}
