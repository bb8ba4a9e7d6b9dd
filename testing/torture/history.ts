/** What a run did, as seen from outside. Instants are epoch milliseconds. */
export interface History {
  operations: Operation[]
  phases: FaultPhase[]
  /** Until when late calls still take effect. */
  lateUntil: number
  /** What was found wrong while it ran. */
  violations: Violation[]
}

export type OperationKind =
  | 'book'
  | 'move'
  | 'cancel'
  | 'invite'
  | 'editHours'
  | 'readSlots'
  | 'addBusy'
  | 'moveBusy'
  | 'removeBusy'
  | 'moveEntry'
  | 'removeEntry'

/** `unknown`: there was no answer, or a server error, so that it may have taken effect, or may still do so. */
export type Outcome = 'ok' | 'refused' | 'unknown'

export interface Operation {
  kind: OperationKind
  startedAt: number
  /** Infinity as long as there is no answer. */
  endedAt: number
  outcome: Outcome
  /** The answer, in short. */
  answer: string
  booking: Booking | null
  /** Where it puts a booking; null if it doesn't. */
  target: number | null
}

/** A time in which the provider or the mail server misbehaves. */
export interface FaultPhase {
  from: number
  to: number
  faults: string[]
  hasAmbiguousMail: boolean
}

export interface Host {
  email: string
  token: string
  events: BookableEvent[]
}

export interface BookableEvent {
  host: Host
  id: string
  bookingUrlId: string
  calendarId: string
  /** Minutes. */
  duration: number
  bufferTime: number
  /** The daily hours by the last answer; null if there was none. */
  hours: Hours | null
  isBeingEdited: boolean
}

/** Which hours of the day are offered. All start alike, so that slots stay on one grid. */
export type Hours = 'long' | 'short'

/** What one Idempotency-Key asked for, whether it exists or not. */
export interface Booking {
  key: string
  email: string
  event: BookableEvent
  /** From the first answer. */
  id: string | null
  operations: Operation[]
  guests: { email: string; outcome: Outcome }[]
  /** Where the last answer put it; null once an operation had no answer. */
  knownStart: number | null
  isCanceled: boolean
  isInUse: boolean
}

export interface Violation {
  rule: string
  detail: string
  booking: Pick<Booking, 'id' | 'key' | 'event' | 'operations'> | null
}

export const createHistory = (): History => ({ operations: [], phases: [], lateUntil: 0, violations: [] })

/** Records an operation that begins now. */
export function begin(
  history: History,
  kind: OperationKind,
  { booking = null, target = null }: { booking?: Booking | null; target?: number | null } = {},
): Operation {
  const operation: Operation = {
    kind,
    startedAt: Date.now(),
    endedAt: Number.POSITIVE_INFINITY,
    outcome: 'unknown',
    answer: 'no answer',
    booking,
    target,
  }
  history.operations.push(operation)
  booking?.operations.push(operation)
  return operation
}

/** Records how an operation ended. */
export function end(operation: Operation, outcome: Outcome, answer: string): void {
  operation.outcome = outcome
  operation.answer = answer
  if (outcome !== 'unknown') operation.endedAt = Date.now()
}
