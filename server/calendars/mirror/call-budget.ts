import { MINUTE } from '../../../availability/units.ts'

/** The rest is for bookings, the calendar entries, channels, and pages that somebody looks at. */
const POLLING_SHARE = 0.8
/**
 * Short, because Google counts over any 60 seconds: these can touch 31 windows, in which polling then makes at most
 * 31/30 x 0.8 = 83 percent of the calls allowed.
 */
export const BUDGET_WINDOW_MS = 2000
const WINDOWS_PER_MINUTE = MINUTE / BUDGET_WINDOW_MS
/** Few statements for many calls, and little that lapses in a process with nothing to do. */
const LEASES_PER_WINDOW = 10

interface CallBudgetOptions {
  /** The quota of the whole installation. */
  callsPerMinute: number
  now: () => number
  /** Adds `calls` to what all processes leased for the window that begins at `windowStart`, and returns the sum. */
  lease: (windowStart: number, calls: number) => Promise<number>
}

/** This process's part of the calls that all processes together may make to poll calendars. */
export interface CallBudget {
  /** How many of `calls` may be made now. */
  take(calls: number): Promise<number>
  /** Returns calls that weren't made after all. */
  giveBack(calls: number): void
}

/** Leases calls in chunks, so that a call costs no query. What is left at the end of a window lapses. */
export function createCallBudget({ callsPerMinute, now, lease }: CallBudgetOptions): CallBudget {
  const perWindow = Math.max(1, Math.floor((callsPerMinute * POLLING_SHARE) / WINDOWS_PER_MINUTE))
  const chunk = Math.ceil(perWindow / LEASES_PER_WINDOW)
  let windowStart = 0
  let left = 0
  let isUsedUp = false

  return {
    async take(calls) {
      const current = now() - (now() % BUDGET_WINDOW_MS)
      if (current !== windowStart) {
        windowStart = current
        left = 0
        isUsedUp = false
      }
      if (left < calls && !isUsedUp) {
        const before = (await lease(windowStart, chunk)) - chunk
        const granted = Math.min(chunk, Math.max(0, perWindow - before))
        left += granted
        isUsedUp = granted < chunk
      }
      const taken = Math.min(calls, left)
      left -= taken
      return taken
    },
    giveBack(calls) {
      left += calls
    },
  }
}
