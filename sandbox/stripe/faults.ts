import { createFaultList, isCount } from '../faults.ts'
import type { FaultList } from '../faults.ts'

const WEBHOOK_KINDS = ['duplicate', 'delay', 'drop'] as const
const API_KINDS = ['status', 'lost_response', 'latency'] as const

type WebhookKind = (typeof WEBHOOK_KINDS)[number]
type ApiKind = (typeof API_KINDS)[number]

/** A fault that a test asked for. */
export interface Fault {
  /**
   * Webhook faults: `duplicate` sends twice, `delay` late by `ms`, `drop` never. Call faults: `status` fails,
   * `lost_response` runs without a response, `latency` responds late by `ms`.
   */
  kind: WebhookKind | ApiKind
  /** An event type (`invoice.paid`), a call name (`checkout.sessions.create`), or `*`. */
  match: string
  /** The response for `status`. */
  status: number
  ms: number
  /** How many times it applies; 0: until cleared. */
  times: number
}

/** The active faults. */
export interface Faults extends Omit<FaultList<Fault>, 'take'> {
  /** Consumes one use of the first fault that matches an event delivery. */
  takeWebhook: (eventType: string) => Fault | undefined
  /** Consumes one use of the first fault that matches a call. */
  takeApi: (method: string) => Fault | undefined
}

/** Creates an empty list. */
export function createFaults(): Faults {
  const { take, ...faults } = createFaultList<Fault>()
  const takeOf = (kinds: readonly string[], name: string) =>
    take(({ kind, match }) => kinds.includes(kind) && (match === '*' || match === name))
  return {
    ...faults,
    takeWebhook: (eventType) => takeOf(WEBHOOK_KINDS, eventType),
    takeApi: (method) => takeOf(API_KINDS, method),
  }
}

/** Parses the body of `POST /faults`; a string is the error message. */
export function parseFault(body: unknown): Fault | string {
  if (typeof body !== 'object' || body === null) return 'the body must be a JSON object'
  const { kind, match = '*', status = 500, ms = 1000, times = 1 } = body as Record<string, unknown>
  const kinds = [...WEBHOOK_KINDS, ...API_KINDS]
  const known = kinds.find((one) => one === kind)
  if (!known) return `kind must be one of ${kinds.join(', ')}`
  if (typeof match !== 'string') return 'match must be an event type, a call name or *'
  if (!isCount(status) || status < 400 || status > 599) return 'status must be from 400 to 599'
  if (!isCount(ms) || !isCount(times)) return 'ms and times must be whole numbers of at least 0'
  return { kind: known, match, status, ms, times }
}
