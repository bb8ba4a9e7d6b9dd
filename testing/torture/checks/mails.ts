import type { CaughtMail } from '../../../sandbox/mail/store.ts'
import type { Violation } from '../history.ts'
import type { Round } from '../round.ts'
import { jobsOf, type State } from './state.ts'

/** What an email says about a booking, by its calendar part. */
export interface BookingMail {
  messageId: string
  /** Epoch milliseconds. */
  receivedAt: number
  to: string
  subject: string
  entryId: string
  sequence: number
  isCancellation: boolean
  start: number
}

/** The email's booking; null if it is about none. */
export function bookingMail({
  messageId,
  receivedAt,
  to,
  subject,
  attachments,
}: CaughtMail): BookingMail | null {
  const part = attachments.find(({ method }) => method !== null)?.content
  const value = (name: string) => new RegExp(`^${name}[^:\\r\\n]*:(.*)\\r$`, 'm').exec(part ?? '')?.[1] ?? ''
  if (part === undefined) return null
  const [, year, month, day, hour, minute] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/.exec(value('DTSTART'))!
  return {
    messageId,
    receivedAt: Date.parse(receivedAt),
    to: to[0]!.toLowerCase(),
    subject,
    entryId: value('UID').split('@')[0]!,
    sequence: Number(value('SEQUENCE')),
    isCancellation: value('METHOD') === 'CANCEL',
    start: Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`),
  }
}

/**
 * Everyone gets one email about each change, in order, and the last one says what is true now. Another copy with the
 * same Message-ID is all right if the process that sent it ended, or the mail server lost its answer.
 */
export function checkMails(round: Round, state: State): Violation[] {
  const received = round.installation.mail.store
    .list()
    .toReversed()
    .flatMap((mail) => bookingMail(mail) ?? [])
  return state.bookings.flatMap((row) => {
    const booking = round.bookings.find(({ email }) => email === row.email)!
    const ofBooking = received.filter(({ entryId }) => entryId === row.calendarEntryId)
    const guests = state.guests.filter(
      ({ bookingId, email }) =>
        bookingId === row.id && (row.status !== 'canceled' || isMailed(state, row.id, email)),
    )
    const people = [row.email, state.hostEmails.get(row.hostId)!, ...guests.map(({ email }) => email)]
    const strangers = ofBooking.filter(({ to }) => !people.includes(to))
    const problems = [
      ...strangers.map(({ to }) => `${to} got an email, but has no part in it.`),
      ...people.flatMap((person) => {
        const mails = ofBooking.filter(({ to }) => to === person)
        return problemsOf(round, mails, { isCanceled: row.status === 'canceled', start: row.startAt }).map(
          (problem) => `${person} ${problem}`,
        )
      }),
    ]
    return problems.map((detail) => ({
      rule: 'one email per change and person',
      detail,
      booking: { ...booking, id: row.id },
    }))
  })
}

/** A guest whose invitation wasn't tried before the booking was canceled never hears of either. */
const isMailed = (state: State, bookingId: string, email: string): boolean =>
  jobsOf(state, bookingId).some(({ kind, payload }) => kind === 'sendMail' && payload['to'] === email)

function problemsOf(
  round: Round,
  mails: readonly BookingMail[],
  now: { isCanceled: boolean; start: number },
): string[] {
  const problems: string[] = []
  const firsts = new Map<string, BookingMail>()
  for (const mail of mails) {
    const first = firsts.get(mail.messageId)
    if (!first) firsts.set(mail.messageId, mail)
    else if (!isAmbiguous(round, first.receivedAt, mail.receivedAt))
      problems.push(`got ${mail.messageId} again without a reason.`)
  }
  const inOrder = [...firsts.values()]
  for (const [index, mail] of inOrder.entries()) {
    const next = inOrder[index + 1]
    if (next && next.sequence < mail.sequence)
      problems.push(`read about change ${next.sequence} after ${mail.sequence}.`)
    const same = inOrder.find((one) => one !== mail && one.sequence === mail.sequence)
    if (same && inOrder.indexOf(same) > index) problems.push(`got two emails about change ${mail.sequence}.`)
  }
  const last = inOrder.at(-1)
  if (!last) problems.push('got no email.')
  else if (last.isCancellation !== now.isCanceled)
    problems.push(`was last told that it is ${last.isCancellation ? 'canceled' : 'confirmed'}.`)
  else if (last.start !== now.start)
    problems.push(`was last told that it is at ${new Date(last.start).toISOString()}.`)
  return problems
}

const isAmbiguous = ({ installation, history }: Round, from: number, to: number): boolean =>
  [...installation.kills, ...installation.stops].some((at) => at >= from - 1000 && at <= to) ||
  history.phases.some((phase) => phase.hasAmbiguousMail && phase.from <= to && phase.to >= from - 1000)
