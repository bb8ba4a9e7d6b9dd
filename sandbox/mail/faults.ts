import { createFaultList, isCount } from '../faults.ts'
import type { FaultList } from '../faults.ts'

const KINDS = ['refuse', 'temporary', 'hang', 'lost_response'] as const

/** A misbehaviour of the mail server, asked for by a test. */
export interface MailFault {
  /**
   * `refuse`: the address is refused for good. `temporary`: not now. `hang`: no answer at all. `lost_response`: the mail
   * is taken, but its sender does not hear of it.
   */
  kind: (typeof KINDS)[number]
  /** Only mail to this address; else every mail. */
  to: string | null
  /** How many mails it meets; 0: until cleared. */
  times: number
}

/** The faults in force. */
export interface MailFaults extends Omit<FaultList<MailFault>, 'take'> {
  /** Uses up one turn of the first fault of these kinds that meets mail to an address; null: before any is known. */
  take: (kinds: readonly MailFault['kind'][], to: string | null) => MailFault | undefined
}

/** No faults. */
export function createMailFaults(): MailFaults {
  const { take, ...faults } = createFaultList<MailFault>()
  return {
    ...faults,
    take: (kinds, to) =>
      take((one) => kinds.includes(one.kind) && (one.to === null || one.to === to?.toLowerCase())),
  }
}

/** A fault from the body of `POST /sandbox/mail/faults`; a text says what is wrong with it. */
export function parseMailFault(body: unknown): MailFault | string {
  if (typeof body !== 'object' || body === null) return 'the body must be a JSON object'
  const { kind, to, times = 0 } = body as Record<string, unknown>
  const known = KINDS.find((one) => one === kind)
  if (!known) return `kind must be one of ${KINDS.join(', ')}`
  if (to !== undefined && typeof to !== 'string') return 'to must be an email address'
  if (!isCount(times)) return 'times must be a whole number of at least 0'
  return { kind: known, to: to?.trim().toLowerCase() ?? null, times }
}
