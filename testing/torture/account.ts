import { bookingMail } from './checks/mails.ts'
import { jobsOf, type State } from './checks/state.ts'
import type { Violation } from './history.ts'
import type { Round } from './round.ts'

const iso = (at: number) => (Number.isFinite(at) ? new Date(at).toISOString() : 'never')

/** A violation with everything that happened to its booking, in order. */
export function accountOf({ rule, detail, booking }: Violation, round: Round, state: State): string {
  const heading = `${rule}: ${detail}`
  if (booking === null) return heading
  const { installation, history } = round
  const row = state.bookings.find(({ id }) => id === booking.id)
  const lines = booking.operations.map(
    ({ kind, startedAt, endedAt, outcome, answer, target }) =>
      `${iso(startedAt)} ${kind}${target === null ? '' : ` to ${iso(target)}`}: ${outcome} (${answer}) at ${iso(endedAt)}`,
  )
  if (row) {
    lines.push(...installation.calendars.describe(row.calendarId, row.calendarEntryId))
    for (const { at, action, actor } of state.history.filter(({ bookingId }) => bookingId === row.id))
      lines.push(`${iso(at)} history ${action} by ${actor}`)
    for (const { kind, state: end, attempts, lastError, createdAt, payload } of jobsOf(state, row.id))
      lines.push(
        `${iso(createdAt)} job ${kind} ${JSON.stringify([payload['kind'], payload['to']])} ${end}, ${attempts} tries ${lastError ?? ''}`,
      )
    for (const mail of installation.mail.store.list().flatMap((one) => bookingMail(one) ?? []))
      if (mail.entryId === row.calendarEntryId)
        lines.push(
          `${iso(mail.receivedAt)} email to ${mail.to}: ${mail.sequence} ${mail.subject} ${mail.messageId}`,
        )
  }
  const [first, last] = [booking.operations[0]?.startedAt ?? 0, Date.now()]
  for (const at of installation.kills)
    if (at >= first && at <= last) lines.push(`${iso(at)} a process is killed`)
  for (const { from, to, faults } of history.phases)
    if (to >= first) lines.push(`${iso(from)} faults until ${iso(to)}: ${faults.join('; ')}`)
  const stored = row
    ? [
        `  stored: ${row.id} ${row.status} ${iso(row.startAt)} sequence ${row.sequence}, entry ${row.calendarEntryId} sequence ${row.entrySequence} removed ${iso(row.entryRemovedAt ?? Number.NaN)} diverged ${iso(row.entryDivergedAt ?? Number.NaN)} in ${row.calendarId}`,
      ]
    : []
  return [heading, ...stored, ...lines.toSorted().map((line) => `  ${line}`)].join('\n')
}
