import { settingsDefaults } from '../../contract/settings-options.ts'
import { hostSettings } from '../db/schema.ts'
import type { Handler } from '../endpoint.ts'
import { readSettings } from './get-settings.ts'

/** Sets only the sent values in one statement, so that two tabs can save different settings. */
export const updateSettings: Handler<'updateSettings'> = async ({ deps: { db, now }, caller, body }) => {
  const change = { ...body, updatedAt: now() }
  await db
    .insert(hostSettings)
    .values({ hostId: caller.hostId, ...settingsDefaults, ...change })
    .onConflictDoUpdate({ target: hostSettings.hostId, set: change })
  return readSettings(db, caller.hostId)
}
