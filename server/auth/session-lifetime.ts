/** A session expires this long after its last use. */
export const SESSION_LIFETIME_MS = 30 * 24 * 3_600_000
