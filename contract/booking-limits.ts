/** Bookings, changes and emails per hour from one IP address. */
export const MAX_ATTEMPTS_PER_HOUR = 100

/** `time`: when the next attempt is allowed, in the viewer's format. */
export const tooManyAttempts = (time: string) => `Too many booking attempts. Please try again after ${time}.`

/** A change that isn't in the host's calendar by then is late. Usually it takes a second. */
export const ENTRY_LATE_AFTER_MS = 60_000
