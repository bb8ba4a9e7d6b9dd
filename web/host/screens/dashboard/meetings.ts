import { MINUTE } from '../../../../availability/units.ts'
import { dayOf } from '../../../../availability/wall-time.ts'
import { zoneTable } from '../../../../contract/time/time-zones.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { counted } from '../../../../contract/events/rules-text.ts'

const HOUR_MIN = 60
/** Up to here hours say more than `tomorrow`: the evening before an early meeting. */
const HOURS_UNTIL = 12

/** How long until a meeting starts or ends: `Starts in 5 minutes`, `Tomorrow`. Instants are epoch milliseconds. */
export function countdownText(
  { start, end, now }: { start: number; end: number; now: number },
  { timeZone }: Pick<Viewer, 'timeZone'>,
): string {
  if (now >= end) return 'Ended'
  if (now >= start) return `Now, ends in ${spanText(end - now)}`
  const table = zoneTable(timeZone)
  const days = dayOf(table, start) - dayOf(table, now)
  if (days === 0 || start - now < HOURS_UNTIL * HOUR_MIN * MINUTE) return `Starts in ${spanText(start - now)}`
  return days === 1 ? 'Tomorrow' : `In ${days} days`
}

/** Rounded up to whole minutes: a meeting that starts in 30 seconds starts in 1 minute. */
function spanText(ms: number): string {
  const minutes = Math.ceil(ms / MINUTE)
  const hours = Math.floor(minutes / HOUR_MIN)
  const rest = minutes % HOUR_MIN
  if (hours === 0) return counted(rest, 'minute')
  return rest === 0 ? counted(hours, 'hour') : `${counted(hours, 'hour')} ${counted(rest, 'minute')}`
}

/** The next meeting, and the others that start before the viewer's day ends. Bookings are sorted by their start. */
export function meetingsAt<Meeting extends { startUtc: string; endUtc: string }>(
  bookings: readonly Meeting[],
  now: number,
  { timeZone }: Pick<Viewer, 'timeZone'>,
): { next: Meeting | undefined; laterToday: Meeting[] } {
  const table = zoneTable(timeZone)
  const dayAt = (instant: number) => dayOf(table, instant)
  // Some may have ended since the list was loaded.
  const [next, ...later] = bookings.filter(({ endUtc }) => Date.parse(endUtc) > now)
  return { next, laterToday: later.filter(({ startUtc }) => dayAt(Date.parse(startUtc)) <= dayAt(now)) }
}
