import { DAY } from '../../availability/units.ts'
/** A session expires this long after its last use. */
const IDLE_LIFETIME_MS = 30 * DAY
/** However often it is used, a session expires this long after its sign-in. */
const MAX_LIFETIME_MS = 180 * DAY
/** The sessions of one account. A new one ends those that were unused for longest. */
export const MAX_SESSIONS = 50

/** When a session that started at `createdAt` expires if it isn't used after `usedAt` (epoch milliseconds). */
export const sessionExpiry = (createdAt: number, usedAt: number) =>
  Math.min(usedAt + IDLE_LIFETIME_MS, createdAt + MAX_LIFETIME_MS)
