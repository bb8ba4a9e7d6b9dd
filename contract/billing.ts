import { z } from 'zod'
import { billingIntervals, planNames } from './plans.ts'

export const subscriptionStatuses = ['active', 'trial', 'inactive'] as const

/** How an account stands with its subscription, from what the payment provider has told. Instants are ISO 8601. */
export const accountStatus = z.object({
  subscriptionStatus: z.enum(subscriptionStatuses),
  /** Null without a subscription. */
  plan: z.enum(planNames).nullable(),
  /** Whether everything may be used: subscribed, or on trial. */
  isActive: z.boolean(),
  /** Subscribed until `nextBillingDate`, and no longer. */
  isPendingCancellation: z.boolean(),
  /** The last payment did not come through; the provider tries again. */
  isPaymentFailing: z.boolean(),
  /** In minor units. */
  intervalPrice: z.int().nullable(),
  /** ISO 4217, in lower case. */
  currency: z.string().nullable(),
  recurringInterval: z.enum(billingIntervals).nullable(),
  recurringIntervalCount: z.int().nullable(),
  /** When the period that is paid for ends. */
  nextBillingDate: z.string().nullable(),
  trialEndsOn: z.string().nullable(),
  /** When the subscription began; null without one. */
  startDate: z.string().nullable(),
  /** What else there is to know, for people; may be empty. */
  note: z.string(),
  /** False where this installation sells nothing: then nothing is asked for either. */
  isBillingAvailable: z.boolean(),
})
export type AccountStatus = z.infer<typeof accountStatus>

export const statusQuery = z.object({
  /** Ask the payment provider first. */
  forceStripePull: z.enum(['true', 'false'], 'Use true or false').optional(),
})

export const checkoutInput = z.object({
  plan: z.enum(planNames, 'Choose a plan'),
  interval: z.enum(billingIntervals, 'Choose month or year'),
  intervalCount: z.literal(1, 'intervalCount must be 1').default(1),
})

/** A page of the payment provider, to be opened. */
export const hostedSession = z.object({ session: z.object({ id: z.string(), url: z.url() }) })
