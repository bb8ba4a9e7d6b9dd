import { billingIntervals, CURRENCY, planNames, plans } from '../../contract/account/plans.ts'
import type { PaymentsConfig } from '../adapters/payments.ts'

/** Configures the sandbox payment provider with our prices and webhook. */
export function sandboxStripeOptions(
  { secretKey, webhookSecret, prices }: Omit<PaymentsConfig, 'apiRoot'>,
  publicUrl: string,
) {
  return {
    prefix: '/sandbox/stripe',
    baseUrl: publicUrl,
    webhookUrl: `${publicUrl}/api/hooks/stripe`,
    secretKey,
    webhookSecret,
    prices: planNames.flatMap((plan) =>
      billingIntervals.flatMap((interval) => {
        const id = prices[plan]?.[interval]
        const { name, prices: amounts } = plans[plan]
        const price = { currency: CURRENCY, interval, unit_amount: amounts[interval], product: name }
        return id === undefined ? [] : [{ id, ...price }]
      }),
    ),
  }
}
