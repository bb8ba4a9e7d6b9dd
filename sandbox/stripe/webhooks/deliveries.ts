import type { Faults } from '../faults.ts'
import type { Clock } from '../clock.ts'
import type { Store } from '../store.ts'
import { signature } from './signature.ts'

/** The dependencies of deliveries. */
export interface DeliveryOptions {
  store: Store
  clock: Clock
  faults: Faults
  /** The webhook receiver. */
  url: () => string
  secret: string
  /** The receiver's time in milliseconds, because signatures expire after a few minutes. */
  receiverNow: () => number
  retryDelaysMs: readonly number[]
}

/** The receiver's timeout. */
const TIMEOUT_MS = 10_000

/** The state of an event's delivery. */
export interface Delivery {
  /** `failed`: out of retries. `dropped`: lost because a test asked for it. */
  state: 'pending' | 'delivered' | 'failed' | 'dropped'
  attempts: number
  /** The receiver's last response, for display. */
  last: string | null
}

/** Delivers events to the app one after the other, in the background. */
export interface Deliveries {
  wake: () => void
  /** Retries everything that waits, because the clock was advanced. */
  hurry: () => void
  /** Stops permanently. */
  stop: () => Promise<void>
}

/** Queues an event for delivery. */
export function queueDelivery({ db }: Store, eventId: string): void {
  db.prepare("insert into deliveries (event_id, state, next_at) values (?, 'pending', 0)").run(eventId)
}

export function deliveryOf({ db }: Store, eventId: string): Delivery {
  const row = db.prepare('select state, attempts, last from deliveries where event_id = ?').get(eventId)
  return row as unknown as Delivery
}

/** Delivers events to the app until stopped. */
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
    // Deferred, so that the response to the call that caused the event goes out first.
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
           order by rowid limit 1`,
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
    if (fault?.kind === 'delay') {
      db.prepare('update deliveries set next_at = ? where event_id = ?').run(Date.now() + fault.ms, eventId)
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
        // Like Stripe: a redirect doesn't count as received.
        redirect: 'manual',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]),
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
