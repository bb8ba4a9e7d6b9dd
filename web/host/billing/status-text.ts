import type { AccountStatus } from '../../../contract/billing.schema.ts'
import { CURRENCY, JUST_BOUGHT_MINUTES, priceText } from '../../../contract/plans.ts'
import type { Tone } from '../../ui/badge.tsx'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** The state of an account, in a word or two. */
export function stateOf(status: AccountStatus): { text: string; tone: Tone } {
  if (status.subscriptionStatus === 'trial') return { text: 'Trial', tone: 'brand' }
  if (status.subscriptionStatus === 'inactive') return { text: 'Inactive', tone: 'neutral' }
  if (status.isPendingCancellation) return { text: 'Pending Cancellation', tone: 'warning' }
  return { text: 'Active', tone: status.isPaymentFailing ? 'danger' : 'success' }
}

/** Of a plan that is no longer sold, perhaps: then it has no name here. */
export const isSubscribed = ({ subscriptionStatus, isBillingAvailable }: AccountStatus): boolean =>
  isBillingAvailable && subscriptionStatus === 'active'

/** Days begun count, but for a first minute: clocks differ, and a trial just begun must not have a day too many. */
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

/** What there is to say to somebody who comes back from paying: that it went well, how things stand, or that something is missing. */
export function intentOf(status: AccountStatus, now: number): 'success' | 'info' | 'warning' {
  if (status.subscriptionStatus !== 'active') return 'warning'
  const { startDate } = status
  const isNew = startDate !== null && now - Date.parse(startDate) <= JUST_BOUGHT_MINUTES * MINUTE
  return isNew ? 'success' : 'info'
}
