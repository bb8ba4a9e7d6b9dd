import { createHash } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import { DAY } from '../../availability/units.ts'
import type { RouteName } from '../../contract/api/routes.ts'
import type { Db, Tx } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { idempotentRequests } from '../db/tables/requests.ts'
import type { Deps } from '../adapters/deps.ts'
import { AppError } from './errors.ts'

const RETENTION_MS = DAY

const find = prepared((db) =>
  db
    .select()
    .from(idempotentRequests)
    .where(
      and(
        eq(idempotentRequests.hostId, sql.placeholder('hostId')),
        eq(idempotentRequests.key, sql.placeholder('key')),
      ),
    ),
)

const claim = prepared((db) =>
  db
    .insert(idempotentRequests)
    .values({
      hostId: sql.placeholder('hostId'),
      key: sql.placeholder('key'),
      requestHash: sql.placeholder('requestHash'),
      createdId: sql.placeholder('createdId'),
      createdAt: sql.placeholder('createdAt'),
    })
    .onConflictDoNothing()
    .returning({ key: idempotentRequests.key }),
)

/** A request that may be repeated after its answer was lost. */
export interface IdempotentRequest {
  hostId: string
  /** The call; each one has keys of its own. */
  operation: RouteName
  /** Who calls, if not the host: what they call with. Each has keys of their own. */
  caller?: string
  /** The Idempotency-Key header; undefined if there is none, and no request repeats this one. */
  key: string | undefined
  /** Of everything the request asks for: `hashRequest`. */
  hash: string
}

export const hashRequest = (input: unknown) =>
  createHash('sha256').update(JSON.stringify(input)).digest('base64url')

/**
 * The id of what an earlier request with this key created, or null. Throws `idempotency_key_reused` if that one asked
 * for something else.
 */
export async function findEarlierResult(db: Db | Tx, request: IdempotentRequest): Promise<string | null> {
  if (request.key === undefined) return null
  const [earlier] = await find(db, { hostId: request.hostId, key: storedKey(request) })
  if (!earlier) return null
  if (earlier.requestHash !== request.hash) {
    const message = 'This Idempotency-Key was used for another request. Use a new one.'
    throw new AppError('idempotency_key_reused', message)
  }
  return earlier.createdId
}

/**
 * The same in the transaction that is about to create `createdId`; null for the first request, which is remembered. An
 * earlier one that is still running is waited for.
 */
export async function claimIdempotencyKey(
  tx: Tx,
  request: IdempotentRequest,
  { createdId, now }: { createdId: string; now: number },
): Promise<string | null> {
  if (request.key === undefined) return null
  const { hostId, hash } = request
  const first = await claim(tx, {
    hostId,
    key: storedKey(request),
    requestHash: hash,
    createdId,
    createdAt: now,
  })
  return first.length > 0 ? null : findEarlierResult(tx, request)
}

const storedKey = ({ operation, caller, key }: IdempotentRequest) =>
  [operation, ...(caller === undefined ? [] : [caller]), key].join(' ')

/** Deletes requests older than a day: nobody repeats them anymore. */
export async function removeOldRequests({ db, now }: Deps): Promise<void> {
  await db.delete(idempotentRequests).where(lt(idempotentRequests.createdAt, now() - RETENTION_MS))
}
