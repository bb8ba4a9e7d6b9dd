import { and, desc, eq, gt } from 'drizzle-orm'
import type { ConnectedToken } from '../../../contract/account/token.schema.ts'
import { accessTokens } from '../../db/tables/access-tokens.ts'
import type { Deps } from '../../adapters/deps.ts'
import type { Handler } from '../../http/endpoint.ts'
import { toIso } from '../../http/iso.ts'

export const listTokens: Handler<'listTokens'> = ({ deps, caller }) => readTokens(deps, caller.hostId)

/** A host's tokens, latest use first. */
export async function readTokens({ db, now }: Deps, hostId: string): Promise<ConnectedToken[]> {
  const rows = await db
    .select()
    .from(accessTokens)
    .where(and(eq(accessTokens.hostId, hostId), gt(accessTokens.expiresAt, now())))
    .orderBy(desc(accessTokens.lastUsedAt), desc(accessTokens.createdAt))
  return rows.map(({ id, device, scopes, createdAt, lastUsedAt }) => ({
    id,
    device,
    scopes,
    connectedAt: toIso(createdAt),
    lastUsedAt: toIso(lastUsedAt),
  }))
}
