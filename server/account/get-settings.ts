import { eq } from 'drizzle-orm'
import type { Settings } from '../../contract/settings.schema.ts'
import { settingsDefaults } from '../../contract/settings-options.ts'
import type { Db, Tx } from '../db/database.ts'
import { hostSettings } from '../db/schema.ts'
import type { Handler } from '../endpoint.ts'

export const getSettings: Handler<'getSettings'> = ({ deps: { db }, caller }) =>
  readSettings(db, caller.hostId)

/** What a host has chosen; the defaults for one who has saved nothing. */
export async function readSettings(db: Db | Tx, hostId: string): Promise<Settings> {
  const [saved] = await db.select().from(hostSettings).where(eq(hostSettings.hostId, hostId))
  return saved
    ? { ...saved, updatedAt: new Date(saved.updatedAt).toISOString() }
    : { ...settingsDefaults, updatedAt: null }
}
