import type { Event, EventType } from '../objects.ts'
import { newId } from '../store.ts'
import { queueDelivery, startDeliveries } from './deliveries.ts'
import type { Deliveries, DeliveryOptions } from './deliveries.ts'

/** The API version of the objects. */
const API_VERSION = '2026-10-28.endive'

/** Events and their delivery. */
export interface Webhooks extends Deliveries {
  /** Records an event, with the changed properties if `before` is given. It is delivered after `wake`. */
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
      const event: Event = {
        id: newId('evt'),
        object: 'event',
        api_version: API_VERSION,
        created: clock.now(),
        data: { object, ...(changed ? { previous_attributes: changed } : {}) },
        livemode: false,
        pending_webhooks: 1,
        type,
      }
      store.save('event', event)
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
