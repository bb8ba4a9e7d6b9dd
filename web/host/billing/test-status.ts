import type { AccountStatus } from '../../../contract/billing.schema.ts'

/** An account's status in a test: inactive, but for what is given. */
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
