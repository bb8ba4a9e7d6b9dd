import type { AccountStatus } from '../../contract/account/billing.schema.ts'
import type { Deps } from '../adapters/deps.ts'
import type { Handler } from '../http/endpoint.ts'
import { accountStatus, readAccount } from './account-status.ts'
import { refreshSubscription } from './refresh-subscription.ts'

export const getSubscription: Handler<'getSubscription'> = async ({ deps, caller, query }) => {
  if (query.forceStripePull === 'true' && deps.billing.payments)
    await refreshSubscription(deps, caller.hostId)
  return readStatus(deps, caller.hostId)
}

/** Reads only the database. */
export async function readStatus({ db, billing, now }: Deps, hostId: string): Promise<AccountStatus> {
  const isBillingAvailable = billing.payments !== null
  return accountStatus(await readAccount(db, hostId), { isBillingAvailable, now: now() })
}
