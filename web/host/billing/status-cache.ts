import type { AccountStatus } from '../../../contract/billing.schema.ts'
import { billingIntervals, planNames } from '../../../contract/plans.ts'
import { isText, keep, readKept } from '../../data/browser-storage.ts'
import { readSession } from '../drafts/session-storage.ts'

/** One of those that go with the session: see `session-storage.ts`. */
const KEY = 'subscriptionStatus'

interface CachedStatus {
  /** Whose it is: another session's is nobody's business. */
  sessionToken: string
  status: AccountStatus
}

/** Keeps what the server has told for the session that asked, unless that has ended meanwhile. */
export function cacheStatus(kept: CachedStatus) {
  if (readSession('sessionToken') === kept.sessionToken) keep('localStorage', KEY, kept)
}

/** The status as this session was last told; null for none, and for what cannot be read. */
export function readCachedStatus(): CachedStatus | null {
  const kept = readKept('localStorage', KEY, isKept)
  return kept?.sessionToken === readSession('sessionToken') ? kept : null
}

const isOneOf = (words: readonly string[]) => (value: unknown) => isText(value) && words.includes(value)
const isFlag = (value: unknown) => typeof value === 'boolean'
const orNull = (isRight: (value: unknown) => boolean) => (value: unknown) => value === null || isRight(value)
const isInstant = orNull((value) => isText(value) && !Number.isNaN(Date.parse(value)))
const isWhole = orNull(Number.isSafeInteger)

/** All that screens build on: what somebody else has written, or an older version, would break them for good. */
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
