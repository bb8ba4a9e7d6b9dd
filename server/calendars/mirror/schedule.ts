import { HOUR, MINUTE } from '../../../availability/units.ts'
import { MAX_BACKOFF_MS } from './backoff.ts'

/** A calendar is active for so long after somebody used it, and so long before a booking starts. */
export const ACTIVE_MS = 24 * HOUR
/** How much less often an inactive calendar is polled, if its provider doesn't notify us. */
const INACTIVE_FACTOR = 10
/**
 * Polling while the provider notifies us is a safety net. Active: well below the age at which a mirror isn't trusted.
 */
const ACTIVE_SAFETY_NET_MS = 10 * MINUTE
const INACTIVE_SAFETY_NET_MS = 6 * HOUR
/** How often notifications can cause a sync. */
const ACTIVE_NOTIFICATION_MS = 1000
const INACTIVE_NOTIFICATION_MS = HOUR

export interface CalendarUse {
  /** Whether an active event of a connected host reads the calendar, or bookings that aren't over are in it. */
  isUsed: boolean
  /** Whether somebody looked at a page, booked or saved an event within a day, or a booking starts within a day. */
  isActive: boolean
  /** Until when the provider notifies us about changes (epoch milliseconds); null if it doesn't. */
  notifiedUntil: number | null
}

/**
 * When a calendar that is polled at `now` is polled next; `Infinity`: not until it is used again. `baseMs`: the
 * configured interval.
 */
export function nextPollAt(
  { isUsed, isActive, notifiedUntil }: CalendarUse,
  now: number,
  baseMs: number,
): number {
  if (!isUsed) return Infinity
  const polled = now + baseMs * (isActive ? 1 : INACTIVE_FACTOR)
  const safetyNet = now + (isActive ? ACTIVE_SAFETY_NET_MS : INACTIVE_SAFETY_NET_MS)
  return Math.max(polled, Math.min(safetyNet, notifiedUntil ?? 0))
}

/** The longest that a calendar in use waits for its next poll, after a sync or a failed one. */
export const longestPollMs = (isActive: boolean, baseMs: number) =>
  Math.max(nextPollAt({ isUsed: true, isActive, notifiedUntil: Infinity }, 0, baseMs), MAX_BACKOFF_MS)

/** How long after its last sync a notification about a calendar causes the next one, in milliseconds. */
export const notificationDelayMs = (isActive: boolean) =>
  isActive ? ACTIVE_NOTIFICATION_MS : INACTIVE_NOTIFICATION_MS
