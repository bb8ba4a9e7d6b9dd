/** Milliseconds. A day on a wall clock can be longer or shorter: `wall-time.ts`. */
export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const MINUTES_PER_HOUR = 60
/** As the end of a range it means the end of the day, regardless of clock changes. */
export const MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR
