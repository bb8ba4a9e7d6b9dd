// Stripe's objects with the properties that Boomtime reads and those that the sandbox works with. Times are epoch
// seconds, amounts are minor units, and references are ids.
import type { Stripe } from 'stripe'

export interface Price {
  id: string
  object: 'price'
  active: true
  currency: string
  /** The name of a product. */
  nickname: string
  recurring: { interval: 'month' | 'year'; interval_count: 1 }
  unit_amount: number
}

export interface Customer {
  id: string
  object: 'customer'
  created: number
  email: string
  name: string | null
  metadata: Record<string, string>
}

export interface Session {
  id: string
  object: 'checkout.session'
  /** Due today. */
  amount_total: number
  cancel_url: string | null
  client_reference_id: string | null
  created: number
  currency: string
  customer: string
  expires_at: number
  mode: 'subscription'
  payment_status: 'unpaid' | 'paid' | 'no_payment_required'
  status: 'open' | 'complete' | 'expired'
  subscription: string | null
  success_url: string
  url: string | null
}

/** What a checkout session sells, stored under the session's id. */
export interface Order {
  id: string
  price: string
  /** Metadata of the subscription. */
  metadata: Record<string, string>
  trialDays: number | null
}

export interface Item {
  id: string
  object: 'subscription_item'
  current_period_end: number
  current_period_start: number
  price: Price
  quantity: 1
}

export interface Subscription {
  id: string
  object: 'subscription'
  billing_cycle_anchor: number
  cancel_at: number | null
  cancel_at_period_end: boolean
  created: number
  customer: string
  ended_at: number | null
  items: { object: 'list'; data: [Item] }
  latest_invoice: string | null
  metadata: Record<string, string>
  start_date: number
  status: 'trialing' | 'active' | 'past_due' | 'canceled'
  trial_end: number | null
}

export interface Invoice {
  id: string
  object: 'invoice'
  amount_due: number
  attempt_count: number
  billing_reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update'
  created: number
  currency: string
  customer: string
  next_payment_attempt: number | null
  number: string
  parent: { subscription_details: { subscription: string } }
  status: 'open' | 'paid'
}

export interface PortalSession {
  id: string
  object: 'billing_portal.session'
  customer: string
  return_url: string
  url: string
}

export interface Event {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: object; previous_attributes?: object }
  livemode: false
  pending_webhooks: number
  type: EventType
}

export type EventType = Extract<
  Stripe.Event['type'],
  | 'checkout.session.completed'
  | 'checkout.session.expired'
  | 'customer.created'
  | 'customer.deleted'
  | 'customer.subscription.created'
  | 'customer.subscription.updated'
  | 'customer.subscription.deleted'
  | 'invoice.created'
  | 'invoice.paid'
  | 'invoice.payment_failed'
>
