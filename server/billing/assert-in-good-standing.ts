import type { Deps } from '../deps.ts'
import { eventNotAccepting } from '../errors.ts'
import { readStatus } from './get-subscription.ts'

/** If subscriptions are enforced, a host without one takes no bookings. Throws `event_not_accepting`. */
export async function assertInGoodStanding(deps: Deps, hostId: string): Promise<void> {
  if (!deps.billing.isEnforced) return
  if (!(await readStatus(deps, hostId)).isActive) throw eventNotAccepting()
}
