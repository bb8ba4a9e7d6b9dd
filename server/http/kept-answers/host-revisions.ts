import { inArray, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../db/database.ts'
import type { HostChanges } from '../../db/host-changes.ts'
import { hostRevisions } from '../../db/tables/host-revisions.ts'
import { events } from '../../db/tables/events.ts'

/** How late a change by another process can be noticed. Changes by this process are noticed at once. */
export const TRUST_MS = 500
/** More than a process answers for in that time. */
const MAX_HOSTS = 10_000

/** A column with the revision of each event's host, for queries of `events`. */
export const hostRevision = sql<number>`coalesce((
  select revision from ${hostRevisions} where host_id = ${events}."host_id"
), 0)::float8`

export interface HostRevisions {
  /** The host's revision if it was read recently, or undefined. */
  known(hostId: string): number | undefined
  /** Reads it, together with those that others wait for. */
  read(hostId: string): Promise<number>
  /** How many changes this process has made. */
  ownChanges(): number
}

interface Batch {
  readonly hostIds: Set<string>
  readonly revisions: Promise<ReadonlyMap<string, number>>
}

export function createHostRevisions(db: Db, changes: HostChanges): HostRevisions {
  const known = new LRUCache<string, number>({ max: MAX_HOSTS, ttl: TRUST_MS, ttlResolution: 0 })
  let ownChanges = 0
  changes.listen((hostId) => {
    ownChanges += 1
    known.delete(hostId)
  })

  let next: Batch | null = null
  let last: Promise<unknown> = Promise.resolve()

  function startBatch(): Batch {
    const hostIds = new Set<string>()
    const revisions = last.then(async () => {
      next = null
      const start = performance.now()
      const changesBefore = ownChanges
      const rows = await db
        .select()
        .from(hostRevisions)
        .where(inArray(hostRevisions.hostId, [...hostIds]))
      const found = new Map(rows.map(({ hostId, revision }) => [hostId, revision]))
      if (changesBefore === ownChanges) {
        for (const hostId of hostIds) known.set(hostId, found.get(hostId) ?? 0, { start })
      }
      return found
    })
    last = revisions.catch(() => {})
    return { hostIds, revisions }
  }

  return {
    known: (hostId) => known.get(hostId),
    async read(hostId) {
      next ??= startBatch()
      next.hostIds.add(hostId)
      return (await next.revisions).get(hostId) ?? 0
    },
    ownChanges: () => ownChanges,
  }
}
