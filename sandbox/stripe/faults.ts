import { createFaultList, isCount } from '../faults.ts'
import type { FaultList } from '../faults.ts'

const WEBHOOK_KINDS = ['duplicate', 'reorder', 'delay', 'drop'] as const
const API_KINDS = ['status', 'hang', 'lost_response', 'latency'] as const

type WebhookKind = (typeof WEBHOOK_KINDS)[number]
type ApiKind = (typeof API_KINDS)[number]

/** A misbehaviour asked for by a test. */
export interface Fault {
  /**
   * Of a webhook: `duplicate` comes twice, `reorder` after the next one, `delay` late by `ms`, `drop` never. Of a call:
   * `status` is refused, `hang` never answered, `lost_response` carried out but not answered, `latency` late by `ms`.
   */
  kind: WebhookKind | ApiKind
  /** The type of an event (`invoice.paid`), the name of a call (`checkout.sessions.create`), or `*`. */
  match: string
  /** What `status` answers. */
  status: number
  ms: number
  /** How many it meets; 0: until cleared. */
  times: number
}

/** The faults in force. */
export interface Faults extends Omit<FaultList<Fault>, 'take'> {
  /** Uses up one turn of the first fault that meets the delivery of an event. */
  takeWebhook: (eventType: string) => Fault | undefined
  /** Uses up one turn of the first fault that meets a call. */
  takeApi: (method: string) => Fault | undefined
}

/** No faults. */
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

/** A fault from the body of `POST /faults`; a text says what is wrong with it. */
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
