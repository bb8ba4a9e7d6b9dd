import { LRUCache } from 'lru-cache'
import { MINUTE } from '../../../availability/units.ts'
import type { Deps } from '../../adapters/deps.ts'
import { timeLeft } from '../../adapters/time-left.ts'
import { type HostRevisions, TRUST_MS } from './host-revisions.ts'
import { type Content, createContent } from './content.ts'

const MAX_BYTES = 32 * 1024 * 1024
/** Even if nothing changes: after a backup is restored, a revision can occur twice. */
const MAX_AGE_MS = MINUTE

/** What an answer depends on. */
export interface Lifetime {
  hostId: string
  /** The host's revision, read before or with everything else. */
  revision: number
  /** When it is out of date even if nothing is changed, in epoch milliseconds. */
  until: number
  /** Called whenever it is used again. */
  onUse?: () => void
}

/** An answer as it is made, with what it depends on; without that, it isn't kept. */
export interface Made {
  content: string
  headers: Record<string, string>
  lifetime: Lifetime | null
}

interface Kept {
  readonly content: Content
  readonly lifetime: Lifetime
  readonly zones: unknown
}

export interface KeptAnswers {
  /** The answer that is kept under the key, or a new one. Throws what making it or reading revisions throws. */
  get(key: string, make: () => Promise<Made>): Promise<Content>
}

/**
 * Keeps finished answers to the public in memory as long as their host's revision stays the same. Most requests for
 * slots and booking pages then need neither the database nor any calculation. Booking itself always reads the database.
 */
export function createKeptAnswers(
  { now, zones }: Pick<Deps, 'now' | 'zones'>,
  revisions: HostRevisions,
): KeptAnswers {
  const answers = new LRUCache<string, Kept>({
    maxSize: MAX_BYTES,
    // Anybody can make up long addresses with short answers.
    sizeCalculation: ({ content }, key) => content.maxBytes + 2 * key.length,
  })
  const making = new Map<string, { changesBefore: number; begunAt: number; content: Promise<Content> }>()

  async function isCurrent({ lifetime, zones: usedZones }: Kept): Promise<boolean> {
    const { hostId, revision, until } = lifetime
    if (timeLeft(until, now(), MAX_AGE_MS) === 0 || usedZones !== zones.current()) return false
    return revision === (revisions.known(hostId) ?? (await revisions.read(hostId)))
  }

  async function makeAndKeep(key: string, make: () => Promise<Made>): Promise<Content> {
    const usedZones = zones.current()
    const start = now()
    const { content: text, headers, lifetime } = await make()
    const content = createContent(text, headers)
    const until = Math.min(lifetime?.until ?? 0, start + MAX_AGE_MS)
    if (lifetime === null || until <= now()) answers.delete(key)
    else {
      answers.set(key, { content, lifetime: { ...lifetime, until }, zones: usedZones })
    }
    return content
  }

  return {
    async get(key, make) {
      const kept = answers.get(key)
      if (kept && (await isCurrent(kept))) {
        kept.lifetime.onUse?.()
        return kept.content
      }
      const changesBefore = revisions.ownChanges()
      const begun = making.get(key)
      const begunAt = performance.now()
      // Someone who just changed something must see it, so they don't share an answer that was begun before. Changes by
      // other processes are noticed as late as anywhere else.
      if (begun?.changesBefore === changesBefore && begunAt - begun.begunAt < TRUST_MS) return begun.content
      const content = makeAndKeep(key, make)
      const current = { changesBefore, begunAt, content }
      making.set(key, current)
      try {
        return await content
      } finally {
        if (making.get(key) === current) making.delete(key)
      }
    },
  }
}
