import { randomUUID } from 'node:crypto'
import { Stripe } from 'stripe'
import type { Payments } from '../adapters/payments.ts'
import { callStripe, nullIfMissing } from './call-stripe.ts'

/** Whether the provider's checkout page can still be paid on. */
export const isCheckoutOpen = ({ stripe }: Payments, id: string) =>
  callStripe(async () => (await nullIfMissing(stripe.checkout.sessions.retrieve(id)))?.status === 'open')

/** Expires a checkout page. False if it was paid or had already expired. */
export const endCheckout = ({ stripe }: Payments, id: string) =>
  callStripe(async () => {
    try {
      await stripe.checkout.sessions.expire(id, {}, { idempotencyKey: `expire-${id}-${randomUUID()}` })
      return true
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError) return false
      throw error
    }
  })
