import type { Faults } from '../faults.ts'
import type { Clock } from '../clock.ts'
import type { Store } from '../store.ts'
import { signature } from './signature.ts'

/** What deliveries work with. */
export interface DeliveryOptions {
  store: Store
  clock: Clock
  faults: Faults
  /** Where events go. */
  url: () => string
  secret: string
  /** The receiver's time, in milliseconds: a signature is only good for some minutes. */
  receiverNow: () => number
  retryDelaysMs: readonly number[]
}

/** How long the receiver may take. */
const PATIENCE_MS = 10_000
/** How long an event to come late waits for others to overtake it. */
const OVERTAKEN_AFTER_MS = 250

/** How the delivery of an event stands. */
export interface Delivery {
  /** `failed`: tried often enough. `dropped`: lost, as a test has asked. */
  state: 'pending' | 'delivered' | 'failed' | 'dropped'
  attempts: number
  /** What the receiver answered last, for people. */
  last: string | null
}

/** What carries events to the app: one after the other, in the background. */
export interface Deliveries {
  /** Delivers what is due. */
  wake: () => void
  /** Delivers an event once more, and right away. */
  resend: (eventId: string) => void
  /** Lets everything that waits for another attempt have it now: time has been moved. */
  hurry: () => void
  /** Stops for good. */
  stop: () => Promise<void>
}

/** Has an event delivered. */
export function queueDelivery({ db }: Store, eventId: string): void {
  db.prepare("insert into deliveries (event_id, state, next_at) values (?, 'pending', 0)").run(eventId)
}

/** How the delivery of an event stands. */
export function deliveryOf({ db }: Store, eventId: string): Delivery {
  const row = db.prepare('select state, attempts, last from deliveries where event_id = ?').get(eventId)
  return row as unknown as Delivery
}

/** Carries events to the app until it is stopped. */
export function startDeliveries(options: DeliveryOptions): Deliveries {
  const { store, faults, retryDelaysMs } = options
  const { db } = store
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  const wake = (): void => {
    if (stopping.signal.aborted) return
    clearTimeout(timer)
    timer = undefined
    // Not in this turn: the answer to the call that has caused an event goes out first.
    running ??= new Promise((done) => setImmediate(done)).then(deliverAll).finally(() => {
      running = undefined
      sleep()
    })
  }

  function sleep(): void {
    if (stopping.signal.aborted) return
    const row = db
      .prepare("select next_at from deliveries where state = 'pending' order by next_at limit 1")
      .get()
    if (!row) return
    timer = setTimeout(wake, Math.max(0, Number(row['next_at']) - Date.now()))
    timer.unref()
  }

  async function deliverAll(): Promise<void> {
    while (!stopping.signal.aborted) {
      const row = db
        .prepare(
          `select event_id, attempts from deliveries where state = 'pending' and next_at <= ?
           order by turn, rowid limit 1`,
        )
        .get(Date.now())
      if (!row) return
      await deliver(String(row['event_id']), Number(row['attempts']))
    }
  }

  async function deliver(eventId: string, attempts: number): Promise<void> {
    const event = store.find('event', eventId)!
    const fault = faults.takeWebhook(event.type)
    if (fault?.kind === 'drop') return settle(eventId, 'dropped', 'lost in transit')
    if (fault?.kind === 'delay' || fault?.kind === 'reorder') {
      const wait = fault.kind === 'delay' ? fault.ms : OVERTAKEN_AFTER_MS
      db.prepare('update deliveries set turn = 1, next_at = ? where event_id = ?').run(
        Date.now() + wait,
        eventId,
      )
      return
    }
    const answer = await post(eventId)
    if (fault?.kind === 'duplicate') await post(eventId)
    if (stopping.signal.aborted) return
    db.prepare('update deliveries set attempts = attempts + 1 where event_id = ?').run(eventId)
    if (answer.ok) {
      store.save('event', { ...event, pending_webhooks: 0 })
      return settle(eventId, 'delivered', answer.says)
    }
    const wait = retryDelaysMs[attempts]
    if (wait === undefined) return settle(eventId, 'failed', answer.says)
    db.prepare('update deliveries set last = ?, next_at = ? where event_id = ?').run(
      answer.says,
      Date.now() + wait,
      eventId,
    )
  }

  function settle(eventId: string, state: Delivery['state'], last: string): void {
    db.prepare('update deliveries set state = ?, last = ? where event_id = ?').run(state, last, eventId)
  }

  async function post(eventId: string): Promise<{ ok: boolean; says: string }> {
    const { url, secret, receiverNow } = options
    const body = JSON.stringify({ ...store.find('event', eventId)!, pending_webhooks: 1 }, null, 2)
    try {
      const answer = await fetch(url(), {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'stripe-signature': signature(secret, Math.floor(receiverNow() / 1000), body),
        },
        body,
        // As Stripe has it: what leads elsewhere is no receipt.
        redirect: 'manual',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(PATIENCE_MS)]),
      })
      await answer.arrayBuffer()
      return { ok: answer.ok, says: `answered ${answer.status}` }
    } catch (error) {
      const timedOut = error instanceof Error && error.name === 'TimeoutError'
      return { ok: false, says: timedOut ? 'no answer in time' : 'unreachable' }
    }
  }

  return {
    wake,
    resend(eventId) {
      db.prepare(
        "update deliveries set state = 'pending', turn = 0, next_at = 0, attempts = 0 where event_id = ?",
      ).run(eventId)
      wake()
    },
    hurry() {
      db.exec("update deliveries set next_at = 0 where state = 'pending'")
      wake()
    },
    async stop() {
      clearTimeout(timer)
      stopping.abort()
      await running
    },
  }
}
