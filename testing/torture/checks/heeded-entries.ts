import { MINUTE } from '../../../availability/units.ts'
import type { Operation } from '../history.ts'
import type { Round } from '../round.ts'

/** After a fault the app may spare a calendar for a moment, and rely on what another listing has just said. */
const KNOWN_AFTER_MS = 3000
/** The app waits this long for a calendar before it relies on the mirror. */
const SYNC_TIMEOUT_MS = 2000

/**
 * A slot that was just given isn't busy in the host's calendar. Checked while there are no faults, and if the app got
 * an answer from the calendar in time; otherwise it may rely on what the calendar said up to 15 minutes ago.
 */
export function checkCalendarWasHeeded({ installation, history }: Round, operation: Operation): void {
  const { startedAt, endedAt, booking, target } = operation
  if (booking === null || target === null) return
  const { event } = booking
  if (endedAt - startedAt >= SYNC_TIMEOUT_MS) return
  // A process that spares the calendar can't be told from one that listed it for another.
  if (history.phases.length > 0 && installation.processes.length > 1) return
  const knownBefore = startedAt - (history.phases.length > 0 ? KNOWN_AFTER_MS : 0)
  if (history.phases.some(({ to }) => to > knownBefore)) return
  const isAnswered = installation.listings.some(
    (one) => one.calendarId === event.calendarId && one.startedAt >= startedAt && one.endedAt <= endedAt,
  )
  if (!isAnswered) return
  const buffer = event.bufferTime * MINUTE
  const from = target - buffer
  const to = target + event.duration * MINUTE + buffer
  const busy = installation.calendars
    .entries(event.calendarId)
    .find(
      (entry) =>
        entry.isLive &&
        entry.bookingId === null &&
        entry.changedAt < knownBefore &&
        entry.start < to &&
        entry.end > from,
    )
  if (!busy) return
  const time = (at: number) => new Date(at).toISOString()
  history.violations.push({
    rule: 'no booking over a busy time',
    detail: `${time(target)} was given though the calendar was busy from ${time(busy.start)} to ${time(busy.end)}, as it had been since ${time(busy.changedAt)}.`,
    booking,
  })
}
