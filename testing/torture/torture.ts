import type { DatabaseKind } from '../databases.ts'
import { accountOf } from './account.ts'
import { checkAcknowledged } from './checks/acknowledged.ts'
import { checkEntries } from './checks/entries.ts'
import { checkMails } from './checks/mails.ts'
import { checkOverlaps } from './checks/overlaps.ts'
import { checkSlots } from './checks/slots.ts'
import { readState } from './checks/state.ts'
import { runClient } from './client.ts'
import { disturb, type FaultKind, killProcesses } from './faults.ts'
import { createHistory, type Operation } from './history.ts'
import { createHosts, firstDay, pauseHosts } from './hosts.ts'
import { install, type Installation } from './installation.ts'
import { createRandom } from './random.ts'
import type { Round } from './round.ts'
import { settle } from './settle.ts'

export interface TortureOptions {
  seed: number
  database: DatabaseKind
  /** How many processes of the app share the database; the embedded one allows one. */
  processes: number
  /** The time of operations in all rounds together, without the checks, in seconds. */
  seconds: number
  /** The longest time of operations before the checks. */
  roundSeconds: number
  hosts: number
  clients: number
  faults: readonly FaultKind[]
  maxLateMs: number
  maxPhaseMs: number
  /** The longest time between two kills; null: none. */
  maxKillPauseMs: number | null
  /** What happened in each round, for people to watch. */
  onRound?: (line: string) => void
}

/** One cause often breaks many promises. */
const MAX_ACCOUNTS = 10

/** How often each operation had each outcome, and what else happened. */
export type Counts = Map<string, number>

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
      options.onRound?.(
        `Round ${round}: ${accounts.length} violations, ${took} s, ${counts.get('bookings') ?? 0} bookings so far`,
      )
      if (accounts.length > 0) return { counts, accounts }
    }
    return { counts, accounts: [] }
  } finally {
    await installation.close()
  }
}

async function runRound(
  installation: Installation,
  options: TortureOptions,
  { name, seconds, counts }: { name: string; seconds: number; counts: Counts },
): Promise<string[]> {
  const { seed, maxKillPauseMs } = options
  const names = Array.from({ length: options.hosts }, (_, index) => `${name}-host${index}`)
  const hosts = await createHosts(installation, names)
  const now = Date.now()
  const round: Round = {
    installation,
    history: createHistory(),
    hosts,
    bookings: [],
    base: firstDay(now),
    until: now + seconds * 1000,
  }
  const killed = installation.kills.length
  await Promise.all([
    ...Array.from({ length: options.clients }, (_, index) =>
      runClient(round, seed, `${name}/client${index}`),
    ),
    disturb(round, createRandom(seed, name, 'faults'), options),
    ...(maxKillPauseMs === null
      ? []
      : [killProcesses(round, createRandom(seed, name, 'kills'), maxKillPauseMs)]),
  ])
  const undrained = await settle(round)
  const { state, violations } = await installation.inspect(async (db) => {
    const read = await readState(db, round)
    const checks = [checkAcknowledged, checkOverlaps, checkEntries, checkMails]
    return { state: read, violations: checks.flatMap((check) => check(round, read)) }
  })
  const all = [...round.history.violations, ...undrained, ...violations, ...(await checkSlots(round, state))]
  count(counts, round, installation.kills.length - killed)
  add(counts, 'bookings', state.bookings.length)
  add(
    counts,
    'bookings still confirmed',
    state.bookings.filter(({ status }) => status === 'confirmed').length,
  )
  add(
    counts,
    'bookings that followed their entry',
    state.history.filter(({ action, actor }) => action === 'moved' && actor === 'host').length,
  )
  add(counts, 'emails', installation.mail.store.list().length)
  if (all.length === 0) {
    await pauseHosts(installation, hosts)
    installation.mail.store.clear()
    installation.listings.length = 0
  }
  return all.slice(0, MAX_ACCOUNTS).map((violation) => accountOf(violation, round, state))
}

function count(counts: Counts, { history }: Round, kills: number): void {
  for (const { kind, outcome, answer } of history.operations)
    add(counts, `${kind} ${describeOutcome({ outcome, answer })}`)
  for (const fault of history.phases.flatMap(({ faults }) => faults))
    add(counts, `fault ${fault.split(' ')[0]!}`)
  add(counts, 'phases with faults', history.phases.length)
  add(counts, 'kills', kills)
  add(counts, 'checks')
}

const describeOutcome = ({ outcome, answer }: Pick<Operation, 'outcome' | 'answer'>) =>
  outcome === 'ok' ? 'ok' : `${outcome}: ${answer}`

function add(counts: Counts, name: string, more = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + more)
}
