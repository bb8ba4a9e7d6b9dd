import { calendarConnections, type ConnectionRow } from '../../db/tables/calendars.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../adapters/deps.ts'
import { resumeAfterReconnect } from '../connection.ts'

export type Account = Pick<ConnectionRow, 'hostId' | 'id' | 'provider' | 'account' | 'name'> &
  Partial<Pick<ConnectionRow, 'server' | 'address' | 'grantedScopes' | 'reviewedAt'>>

/**
 * Stores an account with its credential, or new access to one that the host has connected before, which keeps its id.
 */
export async function saveConnection(
  tx: Tx,
  { encryption, now }: Pick<Deps, 'encryption' | 'now'>,
  { server = null, address = null, grantedScopes = [], reviewedAt = null, ...account }: Account,
  credential: string,
): Promise<ConnectionRow> {
  const access = {
    name: account.name,
    server,
    address,
    grantedScopes,
    credential: encryption.encrypt(credential),
    keyId: encryption.keyId,
    brokenAt: null,
    brokenReason: null,
    refusedSince: null,
    updatedAt: now(),
  }
  const [stored] = await tx
    .insert(calendarConnections)
    .values({ ...account, ...access, reviewedAt, createdAt: now() })
    .onConflictDoUpdate({
      target: [calendarConnections.hostId, calendarConnections.provider, calendarConnections.account],
      set: access,
    })
    .returning()
  await resumeAfterReconnect(tx, stored!, now())
  return stored!
}
