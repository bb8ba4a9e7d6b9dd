import { lockHost } from '../db/lock-host.ts'
import { hostSettings } from '../db/tables/hosts.ts'
import type { Handler } from '../http/endpoint.ts'
import { updatePhoto } from '../photos/update-photo.ts'
import { readSettings } from '../hosts/read-settings.ts'
import { recordActivity } from '../hosts/record-activity.ts'

/**
 * Sets only the sent values in one statement, so that two tabs can save different settings. Defaults are never stored.
 */
export const updateSettings: Handler<'updateSettings'> = async ({ deps, caller: { hostId }, body }) => {
  const { db, now, wake } = deps
  const settings = await db.transaction(async (tx) => {
    const { keep_bookings_months: months, show_photo: isPhotoShown } = body
    // A fetch that is under way stores the photo before, or not at all.
    if (isPhotoShown !== undefined) await lockHost(tx, hostId)
    const change = { ...body, updatedAt: now() }
    const before = await readSettings(tx, hostId)
    await tx
      .insert(hostSettings)
      .values({ hostId, ...change })
      .onConflictDoUpdate({ target: hostSettings.hostId, set: change })
    if (months !== undefined && months !== before.keep_bookings_months)
      await recordActivity(tx, hostId, { kind: 'retention_changed', details: { months } }, now())
    if (isPhotoShown !== undefined) await updatePhoto(tx, hostId, now())
    return readSettings(tx, hostId)
  })
  if (body.show_photo) wake('jobs')
  return settings
}
