import { eq } from 'drizzle-orm'
import type { Settings } from '../../contract/settings.schema.ts'
import { settingsDefaults } from '../../contract/settings-options.ts'
import type { Db, Tx } from '../db/database.ts'
import { hostSettings } from '../db/schema.ts'
import type { Handler } from '../endpoint.ts'

export const getSettings: Handler<'getSettings'> = ({ deps: { db }, caller }) =>
  readSettings(db, caller.hostId)

/** The host's settings, or the defaults if none were saved. */
export async function readSettings(db: Db | Tx, hostId: string): Promise<Settings> {
  const [saved] = await db.select().from(hostSettings).where(eq(hostSettings.hostId, hostId))
  return saved
    ? { ...saved, updatedAt: new Date(saved.updatedAt).toISOString() }
    : { ...settingsDefaults, updatedAt: null }
}
