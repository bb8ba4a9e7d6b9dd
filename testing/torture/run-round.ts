import { accountOf } from './account.ts'
import { checkAcknowledged } from './checks/acknowledged.ts'
import { checkEntries } from './checks/entries.ts'
import { checkMails } from './checks/mails.ts'
import { checkOverlaps } from './checks/overlaps.ts'
import { checkSlots } from './checks/slots.ts'
import { runClient } from './client.ts'
import { type Counts, countRound } from './counts.ts'
import { disturb, type DisturbOptions, killProcesses } from './faults.ts'
import { createHistory } from './history.ts'
import { createHosts, firstDay, pauseHosts } from './hosts.ts'
import type { Installation } from './installation.ts'
import { createRandom } from './random.ts'
import type { Round } from './round.ts'
import { settle } from './settle.ts'

export interface RoundOptions extends DisturbOptions {
  seed: number
  hosts: number
  clients: number
  /** The longest time between two kills in milliseconds; null: none. */
  maxKillPauseMs: number | null
}

/** One cause often breaks many promises. */
const MAX_ACCOUNTS = 10

/** Runs a round and checks it. Returns the first violations with what happened before them, for people. */
export async function runRound(
  installation: Installation,
  options: RoundOptions,
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
  const { state, violations } = await settle(round)
  violations.unshift(...round.history.violations)
  for (const check of [checkAcknowledged, checkOverlaps, checkEntries, checkMails])
    violations.push(...check(round, state))
  violations.push(...(await checkSlots(round, state)))
  countRound(counts, round, state, installation.kills.length - killed)
  const accounts = violations.slice(0, MAX_ACCOUNTS).map((violation) => accountOf(violation, round, state))
  await pauseHosts(installation, hosts)
  installation.mail.store.clear()
  installation.listings.length = 0
  return accounts
}
