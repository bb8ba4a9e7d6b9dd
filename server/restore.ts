/** How long a deleted event or collection can be restored. */
export const RESTORE_WINDOW_MS = 24 * 3_600_000

/** Whether a row deleted at `deletedAt` (epoch milliseconds, null if it isn't deleted) can still be restored. */
export const canRestore = (deletedAt: number | null, now: number) =>
  deletedAt !== null && deletedAt > now - RESTORE_WINDOW_MS
