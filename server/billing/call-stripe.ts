import { Stripe } from 'stripe'
import type { Billing, Payments } from '../adapters/payments.ts'
import { AppError, billingUnavailable, paymentsUnreachable } from '../http/errors.ts'

/** Throws `billing_unavailable` without billing. */
export function paymentsOf({ payments }: Billing): Payments {
  if (!payments) throw billingUnavailable()
  return payments
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
