import type { State } from './checks/state.ts'
import type { Round } from './round.ts'

/** How often each operation had each outcome, and what else happened, by name. */
export type Counts = Map<string, number>

/** Adds what happened in a round. */
export function countRound(counts: Counts, round: Round, state: State, kills: number): void {
  const add = (name: string, more = 1) => counts.set(name, (counts.get(name) ?? 0) + more)
  for (const { kind, outcome, answer } of round.history.operations)
    add(outcome === 'ok' ? `${kind} ok` : `${kind} ${outcome}: ${answer}`)
  const { phases } = round.history
  for (const fault of phases.flatMap(({ faults }) => faults)) add(`fault ${fault.split(' ')[0]!}`)
  add('phases with faults', phases.length)
  add('kills', kills)
  add('checks')
  add('bookings', state.bookings.length)
  add('bookings still confirmed', state.bookings.filter(({ status }) => status === 'confirmed').length)
  const followed = state.history.filter(({ action, actor }) => action === 'moved' && actor === 'host')
  add('bookings that followed their entry', followed.length)
  add('emails', round.installation.mail.store.list().length)
}
