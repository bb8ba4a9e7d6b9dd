import { Stripe } from 'stripe'
import { billingIntervals, type BillingInterval, type PlanName, planNames } from '../../contract/plans.ts'
import { AppError, billingUnavailable, paymentsUnreachable } from '../http/errors.ts'

export interface PaymentsConfig {
  /** The URL of the provider's API, with or without a path. */
  apiRoot: string
  secretKey: string
  webhookSecret: string
  /** The provider's price ids. */
  prices: Partial<Record<PlanName, Record<BillingInterval, string>>>
}

export interface Payments {
  stripe: Stripe
  webhookSecret: string
  prices: PaymentsConfig['prices']
}

export interface Billing {
  /** Null without billing. */
  payments: Payments | null
  /** Whether an account that is neither subscribed nor on trial takes no bookings. */
  isEnforced: boolean
}

export function createPayments({ apiRoot, secretKey, webhookSecret, prices }: PaymentsConfig): Payments {
  const root = apiRoot.replace(/\/$/, '')
  // The client only accepts a host, but the sandbox's API has a path.
  const send: typeof fetch = (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    return fetch(`${root}${pathname}${search}`, init)
  }
  const stripe = new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(send),
    maxNetworkRetries: 2,
    timeout: 10_000,
    telemetry: false,
  })
  return { stripe, webhookSecret, prices }
}

/** Throws `billing_unavailable` without billing. */
export function paymentsOf({ payments }: Billing): Payments {
  if (!payments) throw billingUnavailable()
  return payments
}

/** The plan and interval of a provider's price; null for an unknown price. */
export function planOfPrice(
  { prices }: Payments,
  priceId: string,
): { plan: PlanName; interval: BillingInterval } | null {
  for (const plan of planNames) {
    const interval = billingIntervals.find((one) => prices[plan]?.[one] === priceId)
    if (interval) return { plan, interval }
  }
  return null
}

/** Calls the provider. Throws `payments_unreachable` if the call fails unexpectedly. */
export async function callStripe<Result>(request: () => Promise<Result>): Promise<Result> {
  try {
    return await request()
  } catch (error) {
    throw error instanceof AppError ? error : paymentsUnreachable(error)
  }
}

/** Null if the provider doesn't have it, or no longer has it. */
export async function nullIfMissing<Result>(answer: Promise<Result>): Promise<Result | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing')
      return null
    throw error
  }
}
