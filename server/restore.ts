/** How long a deleted event or collection can be brought back. */
export const RESTORE_WINDOW_MS = 24 * 3_600_000

/** Whether a row deleted at `deletedAt` (epoch milliseconds; null: it is not) can still be brought back. */
export const canRestore = (deletedAt: number | null, now: number) =>
  deletedAt !== null && deletedAt > now - RESTORE_WINDOW_MS
