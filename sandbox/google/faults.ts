import { createFaultList, isCount } from '../faults.ts'
import type { FaultList } from '../faults.ts'
import { isRecord } from './fields.ts'

const KINDS = ['latency', 'status', 'invalid_grant', 'gone', 'lost_response', 'unreachable'] as const

/** A misbehaviour asked for by a test. */
export interface Fault {
  /** A method name of the log (`events.insert`, `token`), or `*`. */
  match: string
  kind: (typeof KINDS)[number]
  /** How long `latency` waits. */
  ms: number
  /** What `status` answers. */
  status: number
  /** How many calls it meets; 0: until cleared. */
  times: number
  /** Only this person's calls. */
  email?: string
  /** For `invalid_grant`: whether the grant is revoked for good. */
  revoke: boolean
}

/** A call as faults see it. */
export interface FaultTarget {
  method: string
  email?: string | undefined
  /** `gone` meets increments alone, `invalid_grant` refreshes alone. */
  incremental?: boolean
  refresh?: boolean
}

/** The faults in force. */
export interface Faults extends Omit<FaultList<Fault>, 'take'> {
  /** Uses up one turn of the first latency and of the first other fault that meet this call. */
  take: (target: FaultTarget) => { latency: Fault | undefined; other: Fault | undefined }
}

/** No faults. */
export function createFaults(): Faults {
  const { take, ...faults } = createFaultList<Fault>()
  return {
    ...faults,
    take: (target) => ({
      latency: take((fault) => fault.kind === 'latency' && meets(fault, target)),
      other: take((fault) => fault.kind !== 'latency' && meets(fault, target)),
    }),
  }
}

function meets(fault: Fault, target: FaultTarget): boolean {
  if (fault.match !== '*' && fault.match !== target.method) return false
  if (fault.email && fault.email !== target.email) return false
  if (fault.kind === 'gone') return target.incremental === true
  return fault.kind !== 'invalid_grant' || target.refresh === true
}

/** A fault from the body of `POST /faults`; a text says what is wrong with it. */
export function parseFault(body: unknown): Fault | string {
  if (!isRecord(body)) return 'the body must be a JSON object'
  const { match = '*', kind, ms = 0, status = 500, times = 1, email, revoke = false } = body
  const known = KINDS.find((one) => one === kind)
  if (!known) return `kind must be one of ${KINDS.join(', ')}`
  if (typeof match !== 'string') return 'match must be a method name or *'
  if (!isCount(ms) || !isCount(times)) return 'ms and times must be whole numbers of at least 0'
  if (!isCount(status) || status < 400 || status > 599) return 'status must be from 400 to 599'
  if (email !== undefined && typeof email !== 'string') return 'email must be a string'
  return {
    match,
    kind: known,
    ms,
    status,
    times,
    revoke: revoke === true,
    ...(email ? { email: email.trim().toLowerCase() } : {}),
  }
}
