import { createFaultList, isCount } from '../faults.ts'
import type { FaultList } from '../faults.ts'
import { isRecord } from './fields.ts'

/** What becomes of requested Meet calls: refused as by a calendar that can't have any, never created, or failed. */
const MEET_KINDS = ['meet_unavailable', 'meet_pending', 'meet_failure'] as const
export type MeetFault = (typeof MEET_KINDS)[number]

/** The calendar of that id no longer exists, until the fault is cleared. */
const CALENDAR_GONE = 'calendar_gone'

/** This Google's clock is `ms` ahead of the machine's, or behind it if negative, until the fault is cleared. */
const CLOCK = 'clock'

/** Kinds that apply to a state rather than to calls. */
const STATE_KINDS: ReadonlySet<string> = new Set([CALENDAR_GONE, CLOCK, ...MEET_KINDS])

const KINDS = [
  'latency',
  'status',
  'invalid_grant',
  'gone',
  'bad_sync_token',
  'lost_response',
  'late',
  'unreachable',
  'html',
  'empty',
  'half_json',
  'cut_body',
  CALENDAR_GONE,
  CLOCK,
  ...MEET_KINDS,
] as const

/**
 * A fault that a test asked for. `late`: the connection is lost at once, and the call takes effect later. `html` and
 * `empty`: 200 with a page or `{}` from something in between, which the call never got past. `half_json` and
 * `cut_body`: the call succeeds, but half of its answer is missing, of the text or of the announced length.
 */
export interface Fault {
  /** A method name from the log (`events.insert`, `token`), or `*`. */
  match: string
  kind: (typeof KINDS)[number]
  /** The delay for `latency` and `late`, which hold calls until `release` without it; the shift for `clock`. */
  ms?: number
  /**
   * The response for `status`, its reason (by default the usual one) and its `Retry-After` in seconds; null for none.
   */
  status: number
  reason?: string
  retryAfter: number | null
  /** How many calls it applies to; 0: until cleared. */
  times: number
  /** Only calls by this person. */
  email?: string
  /** Only calls about this calendar. */
  calendarId?: string
  /** For `invalid_grant`: whether to revoke the grant for good. */
  revoke: boolean
}

/** A call, as matched against faults. */
export interface FaultTarget {
  method: string
  email?: string | undefined
  calendarId?: string | undefined
  /** `gone` and `bad_sync_token` apply only to incremental lists, `invalid_grant` only to refreshes. */
  incremental?: boolean
  refresh?: boolean
}

/** The active faults. */
export interface Faults extends Omit<FaultList<Fault>, 'take'> {
  /** Consumes one use of the first matching latency and of the first other matching fault. */
  take: (target: FaultTarget) => { latency: Fault | undefined; other: Fault | undefined }
  /** What becomes of a person's Meet calls until it is cleared; undefined: they are created. */
  meet: (email: string) => MeetFault | undefined
  hasCalendar: (calendarId: string) => boolean
  /** How far this Google's clock is ahead, in milliseconds. */
  clockShiftMs: () => number
  /** Waits for the next `release`. */
  hold: () => Promise<void>
  /** Lets every held call go on. */
  release: () => void
}

/** Creates an empty list. */
export function createFaults(): Faults {
  const { take, ...faults } = createFaultList<Fault>()
  let held = Promise.withResolvers<void>()
  return {
    ...faults,
    take: (target) => ({
      latency: take((fault) => fault.kind === 'latency' && meets(fault, target)),
      other: take((fault) => fault.kind !== 'latency' && meets(fault, target)),
    }),
    hasCalendar: (id) =>
      !faults.list().some(({ kind, calendarId }) => kind === CALENDAR_GONE && calendarId === id),
    clockShiftMs: () => faults.list().find(({ kind }) => kind === CLOCK)?.ms ?? 0,
    meet: (email) => {
      const active = faults.list().filter((fault) => !fault.email || fault.email === email)
      return MEET_KINDS.find((kind) => active.some((fault) => fault.kind === kind))
    },
    hold: () => held.promise,
    release() {
      held.resolve()
      held = Promise.withResolvers()
    },
  }
}

function meets(fault: Fault, target: FaultTarget): boolean {
  if (STATE_KINDS.has(fault.kind)) return false
  if (fault.match !== '*' && fault.match !== target.method) return false
  if (fault.email && fault.email !== target.email) return false
  if (fault.calendarId && fault.calendarId !== target.calendarId) return false
  if (fault.kind === 'gone' || fault.kind === 'bad_sync_token') return target.incremental === true
  return fault.kind !== 'invalid_grant' || target.refresh === true
}

/** Parses the body of `POST /faults`; a string is the error message. */
export function parseFault(body: unknown): Fault | string {
  if (!isRecord(body)) return 'the body must be a JSON object'
  const { match = '*', kind, ms, status = 500, times = 1, email, revoke = false } = body
  const { calendarId, reason, retryAfter = defaultRetryAfter(status) } = body
  const known = KINDS.find((one) => one === kind)
  if (!known) return `kind must be one of ${KINDS.join(', ')}`
  if (typeof match !== 'string') return 'match must be a method name or *'
  const isDelay = known === CLOCK ? isWhole : isCount
  if (ms !== undefined && !isDelay(ms)) return 'ms must be a whole number, of at least 0 except for clock'
  if (!isCount(times)) return 'times must be a whole number of at least 0'
  if (!isCount(status) || status < 400 || status > 599) return 'status must be from 400 to 599'
  if (reason !== undefined && typeof reason !== 'string') return 'reason must be a string'
  if (retryAfter !== null && !isCount(retryAfter)) return 'retryAfter must be a number of seconds or null'
  if (email !== undefined && typeof email !== 'string') return 'email must be a string'
  if (calendarId !== undefined && typeof calendarId !== 'string') return 'calendarId must be a string'
  return {
    match,
    kind: known,
    ...(ms === undefined ? {} : { ms }),
    status,
    retryAfter,
    ...(reason === undefined ? {} : { reason }),
    times,
    revoke: revoke === true,
    ...(calendarId === undefined ? {} : { calendarId }),
    ...(email ? { email: email.trim().toLowerCase() } : {}),
  }
}

/** One second for the statuses that usually say so. */
const defaultRetryAfter = (status: unknown) => (status === 403 || status === 429 || status === 503 ? 1 : null)

const isWhole = (value: unknown): value is number => Number.isInteger(value)
