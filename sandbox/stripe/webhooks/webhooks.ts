import type { Stripe } from 'stripe'
import { newId } from '../store.ts'
import { queueDelivery, startDeliveries } from './deliveries.ts'
import type { Deliveries, DeliveryOptions } from './deliveries.ts'

/** The version of the API that the objects are of. */
const API_VERSION = '2026-10-28.endive'

/** The types of event there are. */
export type EventType =
  | 'checkout.session.completed'
  | 'checkout.session.expired'
  | 'customer.created'
  | 'customer.updated'
  | 'customer.deleted'
  | 'customer.subscription.created'
  | 'customer.subscription.updated'
  | 'customer.subscription.deleted'
  | 'customer.subscription.paused'
  | 'customer.subscription.trial_will_end'
  | 'invoice.created'
  | 'invoice.finalized'
  | 'invoice.paid'
  | 'invoice.payment_succeeded'
  | 'invoice.payment_failed'
  | 'payment_method.attached'

/** Events, and what carries them to the app. */
export interface Webhooks extends Deliveries {
  /** Notes that something has happened; with its former state, what has changed. Delivered once `wake` is called. */
  emit: (type: EventType, object: object, before?: object) => void
}

/** Starts delivering what is due. */
export function createWebhooks(options: DeliveryOptions): Webhooks {
  const { store, clock } = options
  return {
    ...startDeliveries(options),
    emit(type, object, before) {
      const changed = before && previousAttributes(object, before)
      if (changed && Object.keys(changed).length === 0) return
      const event = {
        id: newId('evt'),
        object: 'event',
        api_version: API_VERSION,
        created: clock.now(),
        data: { object, ...(changed ? { previous_attributes: changed } : {}) },
        livemode: false,
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
        type,
      }
      store.save('event', event as unknown as Stripe.Event)
      queueDelivery(store, event.id)
    },
  }
}

function previousAttributes(after: object, before: object): Record<string, unknown> {
  const now = new Map<string, unknown>(Object.entries(after))
  return Object.fromEntries(
    Object.entries(before).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(now.get(key))),
  )
}
