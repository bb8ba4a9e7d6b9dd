import { createHash } from 'node:crypto'
import { and, eq, lt } from 'drizzle-orm'
import type { Deps } from './app.ts'
import { idempotentRequests } from './db/schema.ts'
import type { Tx } from './db/open.ts'
import { AppError } from './errors.ts'

const KEPT_MS = 24 * 3_600_000

export const keyReused = () =>
  new AppError('idempotency_key_reused', 'This Idempotency-Key was used for another request. Use a new one.')

/** Of all that a request asks for. */
export const hashOfRequest = (asked: unknown) =>
  createHash('sha256').update(JSON.stringify(asked)).digest('base64url')

interface Request {
  hostId: string
  /** Null: the request has none, and is always another one. */
  key: string | null
  hash: string
  /** The id of what the request is about to make. */
  makes: string
  now: number
}

/**
 * The id of what an earlier request with the same key has made; null for the first one, which is remembered. One that is
 * still being answered is waited for. Throws `idempotency_key_reused` where the earlier one asked for something else.
 */
export async function madeBefore(tx: Tx, { hostId, key, hash, makes, now }: Request): Promise<string | null> {
  if (key === null) return null
  const first = await tx
    .insert(idempotentRequests)
    .values({ hostId, key, requestHash: hash, madeId: makes, createdAt: now })
    .onConflictDoNothing()
    .returning({ key: idempotentRequests.key })
  if (first.length > 0) return null
  const [earlier] = await tx
    .select()
    .from(idempotentRequests)
    .where(and(eq(idempotentRequests.hostId, hostId), eq(idempotentRequests.key, key)))
  if (earlier?.requestHash !== hash) throw keyReused()
  return earlier.madeId
}

export async function forgetOldRequests({ db, now }: Deps): Promise<void> {
  await db.delete(idempotentRequests).where(lt(idempotentRequests.createdAt, now() - KEPT_MS))
}
