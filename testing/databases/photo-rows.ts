import type { hostPhotos } from '../../server/db/tables/host-photos.ts'

/** A host's photo as the database has it, whose digest is `photo-of-` and the host's id. */
export const photoRow = (
  hostId: string,
  sourceUrl = 'https://photos.example/1',
): typeof hostPhotos.$inferInsert => ({
  hostId,
  contentType: 'image/png',
  bytes: Buffer.from('photo'),
  digest: `photo-of-${hostId}`,
  sourceUrl,
  fetchedAt: 0,
})
