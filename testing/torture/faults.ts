import { setTimeout as delay } from 'node:timers/promises'
import type { FaultPhase } from './history.ts'
import type { Installation } from './installation.ts'
import type { Random } from './random.ts'
import type { Round } from './round.ts'

/** The ways to misbehave that `--faults` can choose from. */
export const faultKinds = [
  'late',
  'lost_response',
  'latency',
  'status',
  'unreachable',
  'html',
  'empty',
  'half_json',
  'cut_body',
  'gone',
  'bad_sync_token',
  'mail_temporary',
  'mail_lost_response',
  'mail_hang',
] as const
export type FaultKind = (typeof faultKinds)[number]

const WRITES = ['events.insert', 'events.patch', 'events.delete'] as const
const METHODS = [...WRITES, 'events.get', 'events.list', '*'] as const
const STATUSES = [
  { status: 403, retryAfter: null },
  { status: 403, retryAfter: 1 },
  { status: 429, retryAfter: null },
  { status: 429, retryAfter: 2 },
  { status: 500, retryAfter: null },
  { status: 503, retryAfter: 1 },
] as const
const MAX_FAULTS = 4
const MAX_CALLS = 6

export interface DisturbOptions {
  faults: readonly FaultKind[]
  /** The longest time in milliseconds after which a late or slow call takes effect. */
  maxLateMs: number
  /** How long a phase with or without faults lasts at most, in milliseconds. */
  maxPhaseMs: number
}

/** Phases with faults and quiet ones take turns until the round ends. */
export async function disturb(round: Round, random: Random, options: DisturbOptions): Promise<void> {
  const { installation, history } = round
  const { faults: kinds, maxPhaseMs } = options
  const pause = () => delay(Math.min(random.integer(maxPhaseMs / 3, maxPhaseMs), round.until - Date.now()))
  while (kinds.length > 0 && Date.now() < round.until) {
    await pause()
    if (Date.now() >= round.until) return
    const phase: FaultPhase = {
      from: Date.now(),
      to: Number.POSITIVE_INFINITY,
      faults: [],
      hasAmbiguousMail: false,
    }
    history.phases.push(phase)
    for (let count = random.integer(1, MAX_FAULTS + 1); count > 0; count--)
      await addFault(round, random, phase, options)
    await pause()
    await clearFaults(installation)
    phase.to = Date.now()
    // A late or slow call may have been accepted until just now.
    if (phase.faults.some((fault) => fault.startsWith('lat')))
      history.lateUntil = Math.max(history.lateUntil, phase.to + options.maxLateMs)
  }
}

async function addFault(
  { installation }: Round,
  random: Random,
  phase: FaultPhase,
  { faults: kinds, maxLateMs }: DisturbOptions,
): Promise<void> {
  // The most dangerous kind is the most frequent.
  const kind = kinds.includes('late') && random.chance(0.25) ? 'late' : random.pick(kinds)
  // 0: until the phase ends.
  const times = random.chance(0.4) ? 0 : random.integer(1, MAX_CALLS)
  const [, mailKind] = /^mail_(.*)$/.exec(kind) ?? []
  if (mailKind !== undefined) {
    const isAmbiguous = mailKind !== 'temporary'
    // Each of them takes one of the four workers for ten seconds.
    installation.mail.faults.add({
      kind: mailKind as 'temporary',
      to: null,
      times: mailKind === 'hang' ? 1 : times,
    })
    phase.hasAmbiguousMail ||= isAmbiguous
    phase.faults.push(kind)
    return
  }
  const methods =
    kind === 'late' ? WRITES : kind === 'gone' || kind === 'bad_sync_token' ? ['events.list'] : METHODS
  const fault = {
    kind,
    match: random.pick(methods),
    times,
    ms: random.integer(50, maxLateMs),
    ...(kind === 'status' && random.pick(STATUSES)),
  }
  phase.faults.push(`${kind} ${fault.match} times ${times} ms ${fault.ms}`)
  const response = await fetch(`${installation.googleUrl}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  })
  if (!response.ok) throw new Error(`The sandbox refused a fault: ${await response.text()}`)
}

async function clearFaults({ mail, googleUrl }: Installation): Promise<void> {
  mail.faults.clear()
  await fetch(`${googleUrl}/faults`, { method: 'DELETE' })
}

/** Kills processes at random moments until the round ends, one at a time, and starts them again. */
export async function killProcesses(round: Round, random: Random, maxPauseMs: number): Promise<void> {
  const { installation } = round
  for (;;) {
    const pauseMs = random.integer(maxPauseMs / 4, maxPauseMs)
    if (Date.now() + pauseMs >= round.until) return
    await delay(pauseMs)
    const index = random.integer(0, installation.processes.length)
    await installation.kill(index)
    await delay(random.integer(0, 800))
    await installation.start(index)
  }
}
