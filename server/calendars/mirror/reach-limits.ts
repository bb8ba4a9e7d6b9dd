import { HOUR } from '../../../availability/units.ts'
import type { Deps } from '../../adapters/deps.ts'
import { ALWAYS_COVERED_MS, mirrorHorizon, mirrorId, type MirrorKey } from '../mirror-key.ts'

/** For how long a calendar that had too much to be read further ahead isn't tried again. */
const LIMITED_MS = HOUR

/** When that ends (epoch milliseconds), of calendars that this process read. */
const limitedUntil = new Map<string, number>()

export function limitReach({ now }: Pick<Deps, 'now'>, key: MirrorKey): void {
  for (const [id, end] of limitedUntil) if (end <= now()) limitedUntil.delete(id)
  limitedUntil.set(mirrorId(key), now() + LIMITED_MS)
}

/** The part of `until` (epoch milliseconds) up to which a mirror is asked to reach. */
export function reachable({ now }: Pick<Deps, 'now'>, key: MirrorKey, until: number): number {
  const isLimited = (limitedUntil.get(mirrorId(key)) ?? 0) > now()
  return Math.min(until, isLimited ? now() + ALWAYS_COVERED_MS : mirrorHorizon(now()))
}
