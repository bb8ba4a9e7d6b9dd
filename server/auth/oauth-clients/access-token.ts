import { randomBytes, randomUUID } from 'node:crypto'
import { and, desc, eq, inArray } from 'drizzle-orm'
import { DAY } from '../../../availability/units.ts'
import type { Scope } from '../../../contract/scopes.ts'
import { recordActivity } from '../../hosts/record-activity.ts'
import { deviceOf } from '../device.ts'
import { hashToken } from '../../adapters/hash-token.ts'
import type { Tx } from '../../db/database.ts'
import { accessTokens } from '../../db/tables/access-tokens.ts'

/** A token expires this long after its last use. */
export const TOKEN_LIFETIME_MS = 90 * DAY

/** However often it is used, a token expires this long after it was issued. */
const MAX_LIFETIME_MS = 365 * DAY

/** The tokens of one account. A new one ends those that were unused for longest. */
export const MAX_TOKENS = 20

/** When a token that was issued at `createdAt` expires if it isn't used after `usedAt` (epoch milliseconds). */
export const tokenExpiry = (createdAt: number, usedAt: number) =>
  Math.min(usedAt + TOKEN_LIFETIME_MS, createdAt + MAX_LIFETIME_MS)

const PREFIX = 'boomtime_ext_'

/** Whether a text was issued here, rather than being the token of a session. */
export const isAccessToken = (text: string) => text.startsWith(PREFIX)

interface NewToken {
  scopes: Scope[]
  userAgent: string | undefined
  now: number
}

/** Issues a token for a host, whose row is locked, so that two at once don't both keep the last place. */
export async function issueToken(
  tx: Tx,
  hostId: string,
  { scopes, userAgent, now }: NewToken,
): Promise<{ id: string; token: string }> {
  const token = PREFIX + randomBytes(32).toString('base64url')
  const device = deviceOf(userAgent)
  const surplus = tx
    .select({ id: accessTokens.id })
    .from(accessTokens)
    .where(eq(accessTokens.hostId, hostId))
    .orderBy(desc(accessTokens.lastUsedAt), desc(accessTokens.createdAt))
    .offset(MAX_TOKENS - 1)
  await tx.delete(accessTokens).where(and(eq(accessTokens.hostId, hostId), inArray(accessTokens.id, surplus)))
  const id = randomUUID()
  await tx.insert(accessTokens).values({
    hostId,
    tokenHash: hashToken(token),
    id,
    scopes,
    device,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: tokenExpiry(now, now),
  })
  await recordActivity(tx, hostId, { kind: 'extension_connected', details: { device } }, now)
  return { id, token }
}

/** Ends one token of a host; false if there is none. */
export async function removeToken(
  tx: Tx,
  { hostId, id }: Pick<typeof accessTokens.$inferSelect, 'hostId' | 'id'>,
  now: number,
): Promise<boolean> {
  const [removed] = await tx
    .delete(accessTokens)
    .where(and(eq(accessTokens.hostId, hostId), eq(accessTokens.id, id)))
    .returning()
  if (!removed) return false
  const { device } = removed
  await recordActivity(tx, hostId, { kind: 'extension_disconnected', details: { device } }, now)
  return true
}
