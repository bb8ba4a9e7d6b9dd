import { billingIntervals, type BillingInterval } from '../../../../contract/account/plans.ts'

/** The chosen billing period in the URL, without unknown values. */
export function intervalSearch(search: Record<string, unknown>): { interval?: BillingInterval } {
  const interval = billingIntervals.find((one) => one === search['interval'])
  return interval ? { interval } : {}
}
