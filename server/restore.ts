/** How long a deleted event or collection can be brought back. */
export const BRING_BACK_MS = 24 * 3_600_000

/** Whether a row deleted at `deletedAt` (epoch milliseconds; null: it is not) can still be brought back. */
export const canBringBack = (deletedAt: number | null, now: number) =>
  deletedAt !== null && deletedAt > now - BRING_BACK_MS
