/** A session ends this long after it was last used. */
export const SESSION_LIFETIME_MS = 30 * 24 * 3_600_000
