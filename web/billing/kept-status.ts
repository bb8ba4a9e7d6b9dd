import type { AccountStatus } from '../../contract/billing.ts'
import { keep, readKept } from '../browser-storage.ts'
import { readSession } from '../session-storage.ts'

/** One of those that go with the session: see `session-storage.ts`. */
const KEY = 'subscriptionStatus'

interface KeptStatus {
  /** Whose it is: another session's is nobody's business. */
  sessionToken: string
  status: AccountStatus
}

/** Keeps what the server has told for the session that asked, unless that has ended meanwhile. */
export function keepStatus(kept: KeptStatus) {
  if (readSession('sessionToken') === kept.sessionToken) keep('localStorage', KEY, kept)
}

/** The status as this session was last told; null for none, and for what cannot be read. */
export function readKeptStatus(): KeptStatus | null {
  const kept = readKept('localStorage', KEY, isKept)
  return kept?.sessionToken === readSession('sessionToken') ? kept : null
}

const statuses = new Set<unknown>(['active', 'trial', 'inactive'])

function isKept(value: unknown): value is KeptStatus {
  if (typeof value !== 'object' || value === null) return false
  const { sessionToken, status } = value as Partial<Record<keyof KeptStatus, unknown>>
  if (typeof sessionToken !== 'string') return false
  if (typeof status !== 'object' || status === null) return false
  const { subscriptionStatus, isBillingAvailable, note } = status as Partial<AccountStatus>
  return (
    statuses.has(subscriptionStatus) && typeof isBillingAvailable === 'boolean' && typeof note === 'string'
  )
}
