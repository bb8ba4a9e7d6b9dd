import { createHash } from 'node:crypto'
import { CalendarError } from '../adapters/calendar-provider.ts'
import { hostPhotos } from '../db/tables/host-photos.ts'
import { lockHost } from '../db/lock-host.ts'
import { JobFailed, type JobHandler } from '../jobs/job.ts'
import type { OutgoingFetch } from '../adapters/outgoing/outgoing-fetch.ts'
import { isPhoto, photoTypes } from './photo-type.ts'
import { readPhotoUrls } from './update-photo.ts'

const MAX_BYTES = 512 * 1024

/**
 * Stores the photo of the host's Google account, if invitees are to see it. Until that works, they see the earlier one.
 */
export const fetchPhoto: JobHandler<'fetchPhoto'> = async ({ db, photoFetch, now }, { hostId }) => {
  const { wanted: sourceUrl, stored } = await readPhotoUrls(db, hostId)
  if (sourceUrl === null || sourceUrl === stored) return
  const photo = await load(photoFetch, sourceUrl)
  const row = { ...photo, sourceUrl, fetchedAt: now() }
  await db.transaction(async (tx) => {
    await lockHost(tx, hostId)
    const { wanted } = await readPhotoUrls(tx, hostId)
    if (wanted !== sourceUrl) return
    await tx
      .insert(hostPhotos)
      .values({ hostId, ...row })
      .onConflictDoUpdate({ target: hostPhotos.hostId, set: row })
  })
}

/** Throws `JobFailed` if it isn't a photo that we show, and what `photoFetch` throws. */
async function load(photoFetch: OutgoingFetch, url: string) {
  const answer = await photoFetch(url, {
    headers: { accept: photoTypes.join(', ') },
    maxBytes: MAX_BYTES,
  }).catch((error: unknown) => {
    const isFinal = error instanceof CalendarError && error.reason === 'rejected'
    throw isFinal ? new JobFailed(error.message, { cause: error }) : error
  })
  if (answer.status !== 200) throw new Error(`The photo was answered with ${answer.status}`)
  const bytes = Buffer.from(answer.bytes)
  const [contentType = ''] = (answer.headers.get('content-type') ?? '').toLowerCase().split(/\s*;/)
  if (!isPhoto(contentType, bytes)) throw new JobFailed('Not a JPEG, PNG or WebP image')
  return { contentType, bytes, digest: createHash('sha256').update(bytes).digest('base64url') }
}
