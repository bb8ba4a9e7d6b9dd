import { and, asc, countDistinct, eq, isNull, ne, notInArray, sql } from 'drizzle-orm'
import { markBroken } from '../calendars/connection.ts'
import { calendarConnections, unusedGrants } from '../db/tables/calendars.ts'
import type { Deps } from '../adapters/deps.ts'

const BATCH_SIZE = 100
const NIL = '00000000-0000-0000-0000-000000000000'

type Stored = Pick<Deps, 'db' | 'encryption' | 'log' | 'now' | 'wake'>

/** Throws if a connection that works was encrypted with a key that isn't configured: using it would break it. */
export async function assertKeysConfigured({
  db,
  encryption,
}: Pick<Deps, 'db' | 'encryption'>): Promise<void> {
  const [found] = await db
    .select({ hosts: countDistinct(calendarConnections.hostId) })
    .from(calendarConnections)
    .where(
      and(isNull(calendarConnections.brokenAt), notInArray(calendarConnections.keyId, encryption.keyIds)),
    )
  if (!found || found.hosts === 0) return
  throw new Error(
    `ENCRYPTION_KEY lacks the key that encrypted the calendar access of ${found.hosts} host(s). Append it after a comma. ` +
      'If it is lost, run npm run reencrypt -- --disconnect-unreadable; those hosts then have to reconnect.',
  )
}

interface Reencrypted {
  replaced: number
  unreadable: number
}

/**
 * Encrypts every stored value with the first key. Each is replaced on its own and only if nobody has changed it, so
 * this can run next to servers, and again after it was killed. Returns how many were replaced, and how many no key can
 * decrypt.
 */
export async function reencrypt(
  stored: Stored,
  { disconnectUnreadable }: { disconnectUnreadable: boolean },
): Promise<Reencrypted> {
  const connections = await reencryptTable(stored, calendarConnections, async (connection) => {
    if (disconnectUnreadable) await markBroken(stored, connection, 'unknown_key')
  })
  const grants = await reencryptTable(stored, unusedGrants, async () => {})
  return {
    replaced: connections.replaced + grants.replaced,
    unreadable: connections.unreadable + grants.unreadable,
  }
}

async function reencryptTable<Table extends typeof calendarConnections | typeof unusedGrants>(
  { db, encryption }: Stored,
  table: Table,
  onUnreadable: (row: Table['$inferSelect']) => Promise<void>,
): Promise<Reencrypted> {
  const done = { replaced: 0, unreadable: 0 }
  let after = { hostId: NIL, id: NIL }
  for (;;) {
    const whereAfter = sql`(${table.hostId}, ${table.id}) > (${after.hostId}::uuid, ${after.id}::uuid)`
    const batch: Table['$inferSelect'][] = await db
      .select()
      .from(table as typeof calendarConnections)
      .where(and(whereAfter, ne(table.keyId, encryption.keyId)))
      .orderBy(asc(table.hostId), asc(table.id))
      .limit(BATCH_SIZE)
    for (const row of batch) {
      const { hostId, id, credential, keyId } = row
      const text = encryption.decrypt(credential, keyId)
      if (text === null) {
        done.unreadable++
        await onUnreadable(row)
        continue
      }
      const replaced = await db
        .update(table as typeof calendarConnections)
        .set({ credential: encryption.encrypt(text), keyId: encryption.keyId })
        .where(and(eq(table.hostId, hostId), eq(table.id, id), eq(table.credential, credential)))
        .returning({ hostId: table.hostId })
      done.replaced += replaced.length
    }
    const last = batch.at(-1)
    if (!last) return done
    after = last
  }
}
