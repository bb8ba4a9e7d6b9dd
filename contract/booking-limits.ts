/** Bookings, changes and emails that one address may cause per hour. */
export const MAX_ATTEMPTS_PER_HOUR = 100

/** `time`: when the next attempt is allowed, as the reader writes times. */
export const tooManyAttempts = (time: string) => `Too many booking attempts. Please try again after ${time}.`
