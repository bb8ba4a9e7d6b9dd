import { HOUR, MINUTE } from '../../availability/units.ts'

/** Google rejects and issues tokens by its own clock. */
const TOLERANCE_MS = 300_000
const REPORT_INTERVAL_MS = HOUR

export interface ClockCheck {
  /** Compares this machine's clock with the one of the server that just answered. */
  check(response: Response): void
  /** What is wrong with the clock, by the last answer; null if nothing is. */
  problem(): string | null
}

/** Reports at most once an hour. `now` in epoch milliseconds. */
export function createClockCheck(now: () => number, report: (problem: string) => void): ClockCheck {
  let problem: string | null = null
  let reportedAt = -Infinity
  return {
    check({ headers }) {
      const at = Date.parse(headers.get('date') ?? '')
      if (Number.isNaN(at)) return
      // A cache answers with the date of the answer that it keeps, and its age in seconds.
      const aheadMs = now() - at - Number(headers.get('age') ?? 0) * 1000
      problem = Math.abs(aheadMs) > TOLERANCE_MS ? problemText(aheadMs) : null
      if (problem === null || now() - reportedAt < REPORT_INTERVAL_MS) return
      reportedAt = now()
      report(problem)
    },
    problem: () => problem,
  }
}

const problemText = (aheadMs: number) =>
  `this machine's clock is ${Math.round(Math.abs(aheadMs) / MINUTE)} minutes ` +
  `${aheadMs > 0 ? 'ahead of' : 'behind'} Google's. Set it with NTP: sign-ins can fail and times are wrong`
