import { and, desc, eq, gt } from 'drizzle-orm'
import type { Session } from '../../contract/account/user.schema.ts'
import { sessions } from '../db/tables/sessions.ts'
import type { Deps } from '../adapters/deps.ts'
import type { Handler } from '../http/endpoint.ts'
import { toIso } from '../http/iso.ts'

export const listSessions: Handler<'listSessions'> = async ({ deps, caller }) => {
  const all = await readSessions(deps, caller.hostId, caller.tokenHash)
  return [...all.filter(({ isCurrent }) => isCurrent), ...all.filter(({ isCurrent }) => !isCurrent)]
}

/** A host's sessions, latest use first. `tokenHash`: of the token whose session is the current one. */
export async function readSessions({ db, now }: Deps, hostId: string, tokenHash: string): Promise<Session[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.hostId, hostId), gt(sessions.expiresAt, now())))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt))
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    signedInAt: toIso(row.createdAt),
    lastUsedAt: toIso(row.lastUsedAt),
    isCurrent: row.tokenHash === tokenHash,
  }))
}
