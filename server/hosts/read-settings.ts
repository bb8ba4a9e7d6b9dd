import { eq } from 'drizzle-orm'
import { settingNames, settingsDefaults } from '../../contract/account/settings-options.ts'
import type { Settings } from '../../contract/account/settings.schema.ts'
import type { Db, Tx } from '../db/database.ts'
import { hostSettings } from '../db/tables/hosts.ts'

/** The host's settings, with the defaults in place of what nobody chose. */
export async function readSettings(db: Db | Tx, hostId: string): Promise<Settings> {
  const [saved] = await db.select().from(hostSettings).where(eq(hostSettings.hostId, hostId))
  const defaults = settingNames.filter((name) => (saved?.[name] ?? null) === null)
  const chosen = settingNames.filter((name) => !defaults.includes(name)).map((name) => [name, saved![name]])
  const updatedAt = saved ? new Date(saved.updatedAt).toISOString() : null
  return { ...settingsDefaults, ...Object.fromEntries(chosen), defaults, updatedAt }
}
