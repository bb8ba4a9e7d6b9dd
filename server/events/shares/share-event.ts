import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { MAX_EVENT_SHARES } from '../../../contract/events/event-shares.ts'
import { findMember, lockAddress } from '../../hosts/claim-shares.ts'
import { readHost } from '../../hosts/read-host.ts'
import { recordActivity } from '../../hosts/record-activity.ts'
import { lockHost } from '../../db/lock-host.ts'
import { eventShares } from '../../db/tables/event-shares.ts'
import { queueShareMail } from '../../recipients/queue-share-mail.ts'
import type { Handler } from '../../http/endpoint.ts'
import { invalid } from '../../http/errors.ts'
import { assertWithinQuotas } from '../../hosts/quotas.ts'
import { changeRole } from './change-event-share.ts'
import { findOwnEvent } from '../find-own-event.ts'
import { whereShareOf } from './where-share-of.ts'

/** The response is the same whether or not the address has an account. Someone who has access gets the role. */
export const shareEvent: Handler<'shareEvent'> = async ({ deps: { db, now }, caller, params, body }) => {
  const email = body.email.toLowerCase()
  const { role, notify } = body
  return db.transaction(async (tx) => {
    await lockAddress(tx, email)
    // Requests for one event wait for each other, and so do changes of its bookings.
    await lockHost(tx, caller.hostId)
    const event = await findOwnEvent(tx, caller.hostId, params.id)
    const host = await readHost(tx, caller.hostId)
    if (email === host.email.toLowerCase()) throw invalid({ email: 'You own this event' })
    const memberId = await findMember(tx, email)
    const queueMail = (isNew: boolean) =>
      queueShareMail(tx, caller.hostId, { what: 'event', id: event.id, email, isNew, notify }, now())
    const [there] = await tx
      .select()
      .from(eventShares)
      .where(and(whereShareOf(event), eq(eventShares.email, email)))
    if (there) {
      // The address may belong to somebody else by now.
      if (memberId !== null && memberId !== there.memberId)
        await tx
          .update(eventShares)
          .set({ memberId })
          .where(and(whereShareOf(event), eq(eventShares.id, there.id)))
      const changed = await changeRole(tx, event, there, role, now())
      return { ...changed, emailRefusal: await queueMail(false) }
    }
    if ((await tx.$count(eventShares, whereShareOf(event))) >= MAX_EVENT_SHARES) {
      throw invalid({ email: `An event can be shared with at most ${MAX_EVENT_SHARES} people` })
    }
    const share = {
      hostId: caller.hostId,
      eventId: event.id,
      id: randomUUID(),
      email,
      memberId,
      role,
      createdAt: now(),
    }
    await tx.insert(eventShares).values(share)
    const details = { title: event.title, email, role }
    await recordActivity(tx, caller.hostId, { kind: 'event_shared', details }, now())
    await assertWithinQuotas(tx, caller.hostId)
    return { userId: share.id, email, role, emailRefusal: await queueMail(true) }
  })
}
