import type { Deps } from '../adapters/deps.ts'
import { eventNotAccepting } from '../http/errors.ts'
import { readStatus } from './get-subscription.ts'

/** If subscriptions are enforced, a host without one takes no bookings. */
export const isInGoodStanding = async (deps: Deps, hostId: string): Promise<boolean> =>
  !deps.billing.isEnforced || (await readStatus(deps, hostId)).isActive

/** Throws `event_not_accepting`. */
export async function assertInGoodStanding(deps: Deps, hostId: string): Promise<void> {
  if (!(await isInGoodStanding(deps, hostId))) throw eventNotAccepting()
}
