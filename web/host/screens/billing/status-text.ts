import { DAY, MINUTE } from '../../../../availability/units.ts'
import type { AccountStatus } from '../../../../contract/account/billing.schema.ts'
import { CURRENCY, JUST_BOUGHT_MINUTES, priceText } from '../../../../contract/account/plans.ts'
import type { Tone } from '../../../ui/badge.tsx'

/** The account's status as a short label. */
export function stateOf(status: AccountStatus): { text: string; tone: Tone } {
  if (status.subscriptionStatus === 'trial') return { text: 'Trial', tone: 'brand' }
  if (status.subscriptionStatus === 'inactive') return { text: 'Inactive', tone: 'neutral' }
  if (status.isPendingCancellation) return { text: 'Pending Cancellation', tone: 'warning' }
  return { text: 'Active', tone: status.isPaymentFailing ? 'danger' : 'success' }
}

/** An unknown plan, for example one that is no longer sold. */
export const isSubscribed = ({ subscriptionStatus, isBillingAvailable }: AccountStatus): boolean =>
  isBillingAvailable && subscriptionStatus === 'active'

/** A failed payment or a cancellation has to be resolved first. */
export const canSwitchToYearly = (status: AccountStatus): boolean =>
  isSubscribed(status) &&
  status.recurringInterval === 'month' &&
  !status.isPaymentFailing &&
  !status.isPendingCancellation

/** What canceling means; `until` is the end of the current period. */
export function cancellationText(status: AccountStatus, until: string): string {
  if (status.isPaymentFailing) {
    return `Your subscription won’t renew. We’ll still try to collect the payment that failed: if it goes through, you’ll keep full access until ${until}, otherwise your subscription ends sooner.`
  }
  const access =
    status.trialEndsOn === null
      ? `You’ll keep full access until ${until}, and you won’t be charged again.`
      : `Your free trial continues until ${until}, and you won’t be charged.`
  return `${access} You can reactivate any time before then.`
}

/** Started days count, except for the first minute: clocks differ, and a new trial must not show a day too many. */
export function daysLeft(trialEndsOn: string, now: number): string {
  const left = Date.parse(trialEndsOn) - now
  const days = left > 0 ? Math.max(1, Math.ceil((left - MINUTE) / DAY)) : 0
  return days === 1 ? '1 day left' : `${days} days left`
}

/** `$9.99/year`; null for an account that pays nothing. */
export function recurringPrice(status: AccountStatus, locale: string): string | null {
  const { intervalPrice, currency, recurringInterval, recurringIntervalCount } = status
  if (intervalPrice === null || recurringInterval === null) return null
  const price = priceText(intervalPrice, currency ?? CURRENCY, locale)
  const count = recurringIntervalCount ?? 1
  return count === 1 ? `${price}/${recurringInterval}` : `${price} every ${count} ${recurringInterval}s`
}

/** The kind of message for a person who comes back from paying: success, current status or a warning. */
export function intentOf(status: AccountStatus, now: number): 'success' | 'info' | 'warning' {
  if (status.subscriptionStatus !== 'active') return 'warning'
  const { startDate } = status
  const isNew = startDate !== null && now - Date.parse(startDate) <= JUST_BOUGHT_MINUTES * MINUTE
  return isNew ? 'success' : 'info'
}
