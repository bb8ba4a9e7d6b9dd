import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { hostPhotos } from '../db/tables/host-photos.ts'
import type { Deps } from '../adapters/deps.ts'
import { notFound } from '../http/errors.ts'
import { isCapability } from '../db/ids.ts'
import { IMMUTABLE } from '../http/cache-control.ts'
import { limitPage } from '../http/request-limits.ts'
import { PHOTO_ROUTE } from './photo-path.ts'

/** The photos of hosts who show theirs. The same photo of several hosts has one address. */
export function registerPhotos(app: FastifyInstance, { db }: Deps): void {
  app.get<{ Params: { digest: string } }>(PHOTO_ROUTE, limitPage, async ({ params: { digest } }, reply) => {
    if (!isCapability(digest)) throw notFound()
    const [photo] = await db
      .select({ contentType: hostPhotos.contentType, bytes: hostPhotos.bytes })
      .from(hostPhotos)
      .where(eq(hostPhotos.digest, digest))
      .limit(1)
    if (!photo) throw notFound()
    return reply.type(photo.contentType).header('cache-control', IMMUTABLE).send(photo.bytes)
  })
}
