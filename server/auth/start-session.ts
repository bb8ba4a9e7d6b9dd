import { randomUUID } from 'node:crypto'
import { and, desc, eq, inArray } from 'drizzle-orm'
import { recordActivity } from '../hosts/record-activity.ts'
import { sessions } from '../db/tables/sessions.ts'
import type { Tx } from '../db/database.ts'
import { deviceOf } from './device.ts'
import { hashToken } from '../adapters/hash-token.ts'
import { MAX_SESSIONS, sessionExpiry } from './session-lifetime.ts'

interface NewSession {
  sessionToken: string
  userAgent: string | undefined
  now: number
}

/** Signs a host in, whose row is locked, so that two sign-ins at once don't both keep the last place. */
export async function startSession(
  tx: Tx,
  hostId: string,
  { sessionToken, userAgent, now }: NewSession,
): Promise<void> {
  const device = deviceOf(userAgent)
  const surplus = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.hostId, hostId))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt))
    .offset(MAX_SESSIONS - 1)
  await tx.delete(sessions).where(and(eq(sessions.hostId, hostId), inArray(sessions.id, surplus)))
  await tx.insert(sessions).values({
    hostId,
    tokenHash: hashToken(sessionToken),
    id: randomUUID(),
    device,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: sessionExpiry(now, now),
  })
  await recordActivity(tx, hostId, { kind: 'signed_in', details: { device } }, now)
}
