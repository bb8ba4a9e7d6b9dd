import type { AccountStatus } from '../../../../contract/account/billing.schema.ts'
import { billingIntervals, planNames } from '../../../../contract/account/plans.ts'
import { isText, keep, readKept } from '../../../data/browser-storage.ts'
import { readSession } from '../../data/session-storage.ts'

/** Removed with the session: see `session-storage.ts`. */
export const STATUS_KEY = 'subscriptionStatus'

interface CachedStatus {
  /** The session it belongs to; other sessions must not see it. */
  sessionToken: string
  status: AccountStatus
}

/** Caches the status for the session that requested it, unless that session has ended. */
export function cacheStatus(kept: CachedStatus) {
  if (readSession('sessionToken') === kept.sessionToken) keep('localStorage', STATUS_KEY, kept)
}

/** The session's last known status; null if there is none or it is unreadable. */
export function readCachedStatus(): CachedStatus | null {
  const kept = readKept('localStorage', STATUS_KEY, isKept)
  return kept?.sessionToken === readSession('sessionToken') ? kept : null
}

const isOneOf = (words: readonly string[]) => (value: unknown) => isText(value) && words.includes(value)
const isFlag = (value: unknown) => typeof value === 'boolean'
const orNull = (isRight: (value: unknown) => boolean) => (value: unknown) => value === null || isRight(value)
const isInstant = orNull((value) => isText(value) && !Number.isNaN(Date.parse(value)))
const isWhole = orNull(Number.isSafeInteger)

/**
 * Checks everything the screens rely on, because a value from elsewhere or an older version would break them
 * permanently.
 */
const isRight: Record<keyof AccountStatus, (value: unknown) => boolean> = {
  subscriptionStatus: isOneOf([
    'active',
    'trial',
    'inactive',
  ] satisfies AccountStatus['subscriptionStatus'][]),
  plan: orNull(isOneOf(planNames)),
  isActive: isFlag,
  isPendingCancellation: isFlag,
  isPaymentFailing: isFlag,
  intervalPrice: isWhole,
  currency: orNull((value) => isText(value) && /^[a-z]{3}$/.test(value)),
  recurringInterval: orNull(isOneOf(billingIntervals)),
  recurringIntervalCount: isWhole,
  nextBillingDate: isInstant,
  trialEndsOn: isInstant,
  startDate: isInstant,
  note: isText,
  isBillingAvailable: isFlag,
}

function isKept(value: unknown): value is CachedStatus {
  if (typeof value !== 'object' || value === null) return false
  const { sessionToken, status } = value as Partial<Record<keyof CachedStatus, unknown>>
  if (!isText(sessionToken) || typeof status !== 'object' || status === null) return false
  return Object.entries(isRight).every(([name, fits]) => fits((status as Record<string, unknown>)[name]))
}
