import { billingIntervals, CURRENCY, planNames, plans } from '../../contract/account/plans.ts'
import type { Deps } from '../adapters/deps.ts'
import { nullIfMissing } from './call-stripe.ts'

/** Logs which of the provider's prices differ from our pages. Throws if the provider doesn't respond. */
export async function checkPrices({
  billing: { payments },
  log,
}: Pick<Deps, 'billing' | 'log'>): Promise<void> {
  for (const plan of payments ? planNames : []) {
    for (const interval of billingIntervals) {
      const id = payments!.prices[plan]?.[interval]
      if (id === undefined) continue
      const price = await nullIfMissing(payments!.stripe.prices.retrieve(id))
      const isAdvertised =
        price?.active === true &&
        price.unit_amount === plans[plan].prices[interval] &&
        price.currency === CURRENCY &&
        price.recurring?.interval === interval &&
        price.recurring.interval_count === 1
      if (!isAdvertised)
        log.error({ plan, interval, price: id }, 'a Stripe price differs from the price on our pages')
    }
  }
}
