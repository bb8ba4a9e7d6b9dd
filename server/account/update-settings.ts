import { hostSettings } from '../db/schema.ts'
import type { Handler } from '../endpoint.ts'
import { readSettings } from './get-settings.ts'
import { recordActivity } from './record-activity.ts'

/** Sets only the sent values in one statement, so that two tabs can save different settings. Defaults are never stored. */
export const updateSettings: Handler<'updateSettings'> = ({ deps: { db, now }, caller: { hostId }, body }) =>
  db.transaction(async (tx) => {
    const change = { ...body, updatedAt: now() }
    const before = await readSettings(tx, hostId)
    await tx
      .insert(hostSettings)
      .values({ hostId, ...change })
      .onConflictDoUpdate({ target: hostSettings.hostId, set: change })
    const { keep_bookings_months: months } = body
    if (months !== undefined && months !== before.keep_bookings_months)
      await recordActivity(tx, hostId, { kind: 'retention_changed', details: { months } }, now())
    return readSettings(tx, hostId)
  })
