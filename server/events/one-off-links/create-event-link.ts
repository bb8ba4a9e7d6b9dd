import { randomBytes, randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { eventLinkMessages, type LinkRules } from '../../../contract/events/one-off-links.ts'
import { ruleMessages } from '../../../contract/events/event-rules.ts'
import { offeredDurations } from '../durations.ts'
import { eventLinks } from '../../db/tables/event-links.ts'
import type { EventRow } from '../../db/tables/events.ts'
import type { Handler } from '../../http/endpoint.ts'
import { invalid, notFound } from '../../http/errors.ts'
import { findOwnEvent } from '../find-own-event.ts'
import { claimIdempotencyKey, hashRequest } from '../../http/idempotency.ts'
import { assertWithinQuotas } from '../../hosts/quotas.ts'
import { eventLinkView, whereLinkOf } from './event-link-view.ts'

export const createEventLink: Handler<'createEventLink'> = async ({
  deps: { db, now },
  caller: { hostId },
  params,
  body,
  headers,
}) => {
  const id = randomUUID()
  return db.transaction(async (tx) => {
    const event = await findOwnEvent(tx, hostId, params.id)
    const request = {
      hostId,
      operation: 'createEventLink' as const,
      key: headers['idempotency-key'],
      hash: hashRequest([event.id, body]),
    }
    const earlier = await claimIdempotencyKey(tx, request, { createdId: id, now: now() })
    if (earlier !== null) {
      const [first] = await tx
        .select()
        .from(eventLinks)
        .where(and(whereLinkOf(event), eq(eventLinks.id, earlier)))
      if (!first) throw notFound()
      return eventLinkView(first)
    }
    const { name, expiresAt, maxUses, rules } = body
    if (expiresAt !== null && expiresAt <= now()) throw invalid({ expiresAt: eventLinkMessages.past })
    checkDurations(event, rules)
    const token = randomBytes(16).toString('base64url')
    const values = { hostId, id, eventId: event.id, token, name, expiresAt, maxUses, rules, createdAt: now() }
    const [created] = await tx.insert(eventLinks).values(values).returning()
    await assertWithinQuotas(tx, hostId)
    return eventLinkView(created!)
  })
}

/** A link can leave out durations that the event offers, but not add any. */
function checkDurations(event: EventRow, { durations = [] }: Partial<LinkRules>): void {
  const offered = offeredDurations(event)
  if (!durations.every((minutes) => offered.includes(minutes))) {
    throw invalid({ 'rules.durations': ruleMessages.notOffered })
  }
}
