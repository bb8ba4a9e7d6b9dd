import { DAY } from '../../availability/units.ts'
import { toIso } from '../http/iso.ts'

/** How long a closed account can be opened again. */
export const RETURN_WINDOW_MS = 7 * DAY

/** When an account that was closed at `deletedAt` (epoch milliseconds) is removed for good. */
export const removalDate = (deletedAt: number): string => toIso(deletedAt + RETURN_WINDOW_MS)
export const canReturn = (deletedAt: number, now: number) => deletedAt > now - RETURN_WINDOW_MS
