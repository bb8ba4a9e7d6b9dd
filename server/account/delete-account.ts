import { eq } from 'drizzle-orm'
import { cancelUpcoming } from '../bookings/changes/cancel-booking.ts'
import { commitChange } from '../bookings/record-change.ts'
import { lockHost } from '../db/lock-host.ts'
import { sessions } from '../db/tables/sessions.ts'
import { hosts } from '../db/tables/hosts.ts'
import { accessTokens } from '../db/tables/access-tokens.ts'
import type { Handler } from '../http/endpoint.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { updatePhoto } from '../photos/update-photo.ts'
import { removalTime } from '../hosts/return-window.ts'
import { toIso } from '../http/iso.ts'
import { recordActivity } from '../hosts/record-activity.ts'

const REASON = 'The host closed their account.'

/**
 * Closes the account: nobody can book it, upcoming bookings are canceled, and all sessions and tokens end. Signing in
 * within a week opens it again; after that, everything is removed for good.
 */
export const deleteAccount: Handler<'deleteAccount'> = async ({ deps, caller: { hostId } }) => {
  const now = deps.now()
  await commitChange(deps, async (tx) => {
    await lockHost(tx, hostId)
    await cancelUpcoming(tx, { hostId }, REASON, now)
    await tx.update(hosts).set({ deletedAt: now }).where(eq(hosts.id, hostId))
    await updatePhoto(tx, hostId, now)
    await recordActivity(tx, hostId, { kind: 'account_closed', details: {} }, now)
    await tx.delete(sessions).where(eq(sessions.hostId, hostId))
    await tx.delete(accessTokens).where(eq(accessTokens.hostId, hostId))
    await enqueue(tx, 'endSubscription', { deletedAt: now }, { hostId, now })
    await enqueue(tx, 'revokeGrant', { deletedAt: now }, { hostId, now })
    await enqueue(tx, 'sendAccountNotice', { deletedAt: now }, { hostId, now })
  })
  return { removedOn: toIso(removalTime(now)) }
}
