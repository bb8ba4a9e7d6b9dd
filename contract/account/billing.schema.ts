import { z } from 'zod'
import { billingIntervals, planNames } from './plans.ts'

export const subscriptionStatuses = ['active', 'trial', 'inactive'] as const

/** The account's subscription status, as last reported by the payment provider. Instants are ISO 8601. */
export const accountStatus = z.object({
  subscriptionStatus: z.enum(subscriptionStatuses),
  /** Null without a subscription. */
  plan: z.enum(planNames).nullable(),
  /** Whether the account has full access: subscribed, or on trial. */
  isActive: z.boolean(),
  /** Canceled, but active until `nextBillingDate`. */
  isPendingCancellation: z.boolean(),
  /** The last payment failed, and the provider will retry it. */
  isPaymentFailing: z.boolean(),
  /** In minor units. */
  intervalPrice: z.int().nullable(),
  /** ISO 4217, lower case. */
  currency: z.string().nullable(),
  recurringInterval: z.enum(billingIntervals).nullable(),
  recurringIntervalCount: z.int().nullable(),
  /** The end of the paid period. */
  nextBillingDate: z.string().nullable(),
  trialEndsOn: z.string().nullable(),
  /** The start of the subscription; null without one. */
  startDate: z.string().nullable(),
  /** A note for the user; may be empty. */
  note: z.string(),
  /** False if this server has no billing set up, so everything is included. */
  isBillingAvailable: z.boolean(),
})
export type AccountStatus = z.infer<typeof accountStatus>

export const statusQuery = z.object({
  /** Refreshes the status from the payment provider first. */
  forceStripePull: z.enum(['true', 'false'], 'Use true or false').optional(),
})

export const checkoutInput = z.object({
  plan: z.enum(planNames, 'Choose a plan'),
  interval: z.enum(billingIntervals, 'Choose month or year'),
  intervalCount: z.literal(1, 'intervalCount must be 1').default(1),
})

/** A page on the payment provider's site to open. */
export const hostedSession = z.object({ session: z.object({ id: z.string(), url: z.url() }) })
