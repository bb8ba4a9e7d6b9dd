/** Milliseconds. A day on a wall clock can be longer or shorter: `wall-time.ts`. */
export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
