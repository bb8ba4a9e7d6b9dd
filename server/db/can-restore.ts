import { RESTORE_WINDOW_MS } from '../../contract/events/event-options.ts'

/** Whether a row deleted at `deletedAt` (epoch milliseconds, null if it isn't deleted) can still be restored. */
export const canRestore = (deletedAt: number | null, now: number) =>
  deletedAt !== null && deletedAt > now - RESTORE_WINDOW_MS
