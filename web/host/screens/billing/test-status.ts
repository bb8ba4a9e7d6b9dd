import type { AccountStatus } from '../../../../contract/account/billing.schema.ts'

/** A subscription status for tests: inactive, with the given overrides. */
export const statusOf = (given: Partial<AccountStatus>): AccountStatus => ({
  subscriptionStatus: 'inactive',
  plan: null,
  isActive: false,
  isPendingCancellation: false,
  isPaymentFailing: false,
  intervalPrice: null,
  currency: null,
  recurringInterval: null,
  recurringIntervalCount: null,
  nextBillingDate: null,
  trialEndsOn: null,
  startDate: null,
  note: '',
  isBillingAvailable: true,
  ...given,
})
