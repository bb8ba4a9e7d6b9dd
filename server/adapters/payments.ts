import { Stripe } from 'stripe'
import {
  billingIntervals,
  type BillingInterval,
  type PlanName,
  planNames,
} from '../../contract/account/plans.ts'

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
