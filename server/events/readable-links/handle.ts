import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { maxNames, NAME_KEPT_MS, nameMessages } from '../../../contract/events/readable-links.ts'
import type { Db, Tx } from '../../db/database.ts'
import { handles } from '../../db/tables/readable-links.ts'
import type { Handler } from '../../http/endpoint.ts'
import { invalid } from '../../http/errors.ts'

export const getHandle: Handler<'getHandle'> = async ({ deps: { db }, caller }) => ({
  handle: await readHandle(db, caller.hostId),
})

/** The host's current handle. */
export async function readHandle(db: Db | Tx, hostId: string): Promise<string | null> {
  const [found] = await db.select({ handle: handles.handle }).from(handles).where(whereCurrent(hostId))
  return found?.handle ?? null
}

/** Gives a locked host a handle, or none. Links with the old one redirect. */
export async function changeHandle(
  tx: Tx,
  hostId: string,
  handle: string | null,
  now: number,
): Promise<void> {
  if (handle === (await readHandle(tx, hostId))) return
  await tx.update(handles).set({ retiredAt: now }).where(whereCurrent(hostId))
  if (handle === null) return
  // One statement, because another host may want the same handle at the same time.
  const taken = await tx
    .insert(handles)
    .values({ handle, hostId, retiredAt: null })
    .onConflictDoUpdate({
      target: handles.handle,
      set: { hostId: sql`excluded.host_id`, retiredAt: null },
      setWhere: or(eq(handles.hostId, hostId), lt(handles.retiredAt, now - NAME_KEPT_MS)),
    })
    .returning({ handle: handles.handle })
  if (taken.length === 0) throw invalid({ handle: nameMessages.handleTaken })
  const count = await tx.$count(handles, eq(handles.hostId, hostId))
  if (count > maxNames.handles) throw invalid({ handle: nameMessages.tooManyHandles })
}

const whereCurrent = (hostId: string) => and(eq(handles.hostId, hostId), isNull(handles.retiredAt))
