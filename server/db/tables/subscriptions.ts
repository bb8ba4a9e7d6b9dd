import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { BillingInterval, PlanName } from '../../../contract/account/plans.ts'
import { instant } from './instant.ts'

export const subscriptions = pgTable('subscriptions', {
  hostId: uuid('host_id').primaryKey(),
  customerId: text('customer_id').notNull(),
  revision: integer().notNull().default(0),
  checkoutSessionId: text('checkout_session_id'),
  subscriptionId: text('subscription_id'),
  /** The provider's status: `trialing`, `active`, `past_due`, `canceled`. */
  status: text(),
  plan: text().$type<PlanName>(),
  billingInterval: text('billing_interval').$type<BillingInterval>(),
  intervalCount: integer('interval_count'),
  amount: integer(),
  currency: text(),
  startedAt: instant('started_at'),
  periodEnd: instant('period_end'),
  trialEnd: instant('trial_end'),
  endedAt: instant('ended_at'),
  cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
  updatedAt: instant('updated_at').notNull(),
})

export const stripeEvents = pgTable(
  'stripe_events',
  {
    hostId: uuid('host_id').notNull(),
    eventId: text('event_id').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.hostId, table.eventId] })],
)
