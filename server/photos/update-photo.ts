import { eq, sql } from 'drizzle-orm'
import { settingsDefaults } from '../../contract/account/settings-options.ts'
import { hostPhotos } from '../db/tables/host-photos.ts'
import type { Db, Tx } from '../db/database.ts'
import { hosts, hostSettings } from '../db/tables/hosts.ts'
import { enqueue } from '../jobs/enqueue.ts'

/** The addresses of the photo that invitees are to see, and of the one they see; null if there is none. */
interface PhotoUrls {
  wanted: string | null
  stored: string | null
}

export async function readPhotoUrls(db: Db | Tx, hostId: string): Promise<PhotoUrls> {
  const shown = sql`coalesce(${hostSettings.show_photo}, ${settingsDefaults.show_photo})`
  const [found] = await db
    .select({
      wanted: sql<
        string | null
      >`case when ${shown} and ${hosts.deletedAt} is null then ${hosts.pictureUrl} end`,
      stored: hostPhotos.sourceUrl,
    })
    .from(hosts)
    .leftJoin(hostSettings, eq(hostSettings.hostId, hosts.id))
    .leftJoin(hostPhotos, eq(hostPhotos.hostId, hosts.id))
    .where(eq(hosts.id, hostId))
  return found ?? { wanted: null, stored: null }
}

/**
 * Removes a locked host's photo if invitees aren't to see one anymore, or queues a job that fetches the one they are to
 * see.
 */
export async function updatePhoto(tx: Tx, hostId: string, now: number): Promise<void> {
  const { wanted, stored } = await readPhotoUrls(tx, hostId)
  if (wanted === stored) return
  if (wanted === null) await tx.delete(hostPhotos).where(eq(hostPhotos.hostId, hostId))
  else await enqueue(tx, 'fetchPhoto', {}, { hostId, now })
}
