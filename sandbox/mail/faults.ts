import { createFaultList, isCount } from '../faults.ts'
import type { FaultList } from '../faults.ts'

const KINDS = ['refuse', 'temporary', 'hang', 'slow', 'lost_response'] as const

/** A mail server fault that a test asked for. */
export interface MailFault {
  /**
   * `refuse`: rejects the address for good. `temporary`: rejects it for now. `hang`: never responds. `slow`: takes two
   * seconds to accept the email. `lost_response`: accepts the email and cuts the connection instead of confirming it.
   */
  kind: (typeof KINDS)[number]
  /** Only emails to this address; otherwise all emails. */
  to: string | null
  /** How many emails it applies to; 0: until cleared. */
  times: number
}

/** The active faults. */
export interface MailFaults extends Omit<FaultList<MailFault>, 'take'> {
  /** Consumes one use of the first fault of these kinds that matches the address; null before an address is known. */
  take: (kinds: readonly MailFault['kind'][], to: string | null) => MailFault | undefined
}

/** Creates an empty list. */
export function createMailFaults(): MailFaults {
  const { take, ...faults } = createFaultList<MailFault>()
  return {
    ...faults,
    take: (kinds, to) =>
      take((one) => kinds.includes(one.kind) && (one.to === null || one.to === to?.toLowerCase())),
  }
}

/** Parses the body of `POST /sandbox/mail/faults`; a string is the error message. */
export function parseMailFault(body: unknown): MailFault | string {
  if (typeof body !== 'object' || body === null) return 'the body must be a JSON object'
  const { kind, to, times = 0 } = body as Record<string, unknown>
  const known = KINDS.find((one) => one === kind)
  if (!known) return `kind must be one of ${KINDS.join(', ')}`
  if (to !== undefined && typeof to !== 'string') return 'to must be an email address'
  if (!isCount(times)) return 'times must be a whole number of at least 0'
  return { kind: known, to: to?.trim().toLowerCase() ?? null, times }
}
