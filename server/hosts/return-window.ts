import { DAY } from '../../availability/units.ts'

/** How long a closed account can be opened again. */
export const RETURN_WINDOW_MS = 7 * DAY

/** When an account that was closed at `deletedAt` is removed for good. Both are epoch milliseconds. */
export const removalTime = (deletedAt: number): number => deletedAt + RETURN_WINDOW_MS

export const canReturn = (deletedAt: number, now: number) => deletedAt > now - RETURN_WINDOW_MS
