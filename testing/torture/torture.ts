import type { DatabaseKind } from '../databases/databases.ts'
import type { Counts } from './counts.ts'
import { install } from './installation.ts'
import { type RoundOptions, runRound } from './run-round.ts'

export interface TortureOptions extends RoundOptions {
  database: DatabaseKind
  /** How many processes of the app share the database; the embedded one allows one. */
  processes: number
  /** The time of operations in all rounds together, without the checks, in seconds. */
  seconds: number
  /** The longest time of operations before the checks. */
  roundSeconds: number
  /** What happened in each round, for people to watch. */
  onRound?: (line: string) => void
}

export interface TortureResult {
  counts: Counts
  /** The first violations with what happened before them, for people. Empty if all is well. */
  accounts: string[]
}

/** Rounds of random operations and faults on a running installation, each with new hosts and checked at its end. */
export async function torture(options: TortureOptions): Promise<TortureResult> {
  const installation = await install(options.database, options.processes)
  const counts: Counts = new Map()
  try {
    let left = options.seconds
    for (let round = 0; left > 0; round++, left -= options.roundSeconds) {
      const startedAt = Date.now()
      const seconds = Math.min(left, options.roundSeconds)
      const accounts = await runRound(installation, options, { name: `round${round}`, seconds, counts })
      const took = Math.round((Date.now() - startedAt) / 1000)
      const outcome = accounts.length === 0 ? 'passed' : 'failed'
      options.onRound?.(
        `Round ${round} ${outcome} after ${took} s, ${counts.get('bookings')} bookings so far`,
      )
      if (accounts.length > 0) return { counts, accounts }
    }
    return { counts, accounts: [] }
  } finally {
    await installation.close()
  }
}
