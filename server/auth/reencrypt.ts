import { and, asc, count, eq, gt, isNull, ne, notInArray } from 'drizzle-orm'
import { markBroken } from '../calendars/connection.ts'
import { googleConnections } from '../db/schema.ts'
import type { Deps } from '../deps.ts'

const BATCH_SIZE = 100

type Stored = Pick<Deps, 'db' | 'encryption' | 'log' | 'now' | 'wake'>

/** Throws if a connection that works was encrypted with a key that isn't configured: using it would break it. */
export async function assertKeysConfigured({
  db,
  encryption,
}: Pick<Deps, 'db' | 'encryption'>): Promise<void> {
  const [found] = await db
    .select({ hosts: count() })
    .from(googleConnections)
    .where(and(isNull(googleConnections.brokenAt), notInArray(googleConnections.keyId, encryption.keyIds)))
  if (!found || found.hosts === 0) return
  throw new Error(
    `ENCRYPTION_KEY lacks the key that encrypted the Google access of ${found.hosts} host(s). Append it after a comma. ` +
      'If it is lost, run npm run reencrypt -- --disconnect-unreadable; those hosts then have to reconnect.',
  )
}

/**
 * Encrypts every stored value with the first key. Each is replaced on its own and only if nobody has changed it, so this can
 * run next to servers, and again after it was killed. Returns how many were replaced, and how many no key can decrypt.
 */
export async function reencrypt(
  stored: Stored,
  { disconnectUnreadable }: { disconnectUnreadable: boolean },
): Promise<{ replaced: number; unreadable: number }> {
  const { db, encryption } = stored
  const done = { replaced: 0, unreadable: 0 }
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const batch = await db
      .select()
      .from(googleConnections)
      .where(and(gt(googleConnections.hostId, after), ne(googleConnections.keyId, encryption.keyId)))
      .orderBy(asc(googleConnections.hostId))
      .limit(BATCH_SIZE)
    for (const connection of batch) {
      const { hostId, refreshToken, keyId } = connection
      const text = encryption.decrypt(refreshToken, keyId)
      if (text === null) {
        done.unreadable++
        if (disconnectUnreadable) await markBroken(stored, connection, 'unknown_key')
        continue
      }
      const replaced = await db
        .update(googleConnections)
        .set({ refreshToken: encryption.encrypt(text), keyId: encryption.keyId })
        .where(and(eq(googleConnections.hostId, hostId), eq(googleConnections.refreshToken, refreshToken)))
        .returning({ hostId: googleConnections.hostId })
      done.replaced += replaced.length
    }
    const last = batch.at(-1)
    if (!last) return done
    after = last.hostId
  }
}
