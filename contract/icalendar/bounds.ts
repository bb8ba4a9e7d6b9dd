import type { CalendarTrouble } from '../calendars/calendar-connections.ts'

// Files are untrusted: each bound keeps one of them from costing more than a normal large calendar does.

/** Of one file, in UTF-16 code units. */
export const MAX_FILE_LENGTH = 5_000_000
export const MAX_BUSY_TIMES = 50_000
export const MAX_COMPONENTS = 50_000
export const MAX_NESTING = 20
/** Of a property that is read, unfolded. */
export const MAX_LINE_LENGTH = 100_000
export const MAX_ZONES = 300
/** Steps of all recurrence rules together. */
export const MAX_STEPS = 200_000
/** Of an event, in days. */
export const MAX_DAYS = 36_525

/** Why files can't be read. Crosses threads as its `trouble`. */
export class Unreadable extends Error {
  readonly trouble: CalendarTrouble

  constructor(trouble: CalendarTrouble) {
    super(trouble)
    this.trouble = trouble
  }
}

/** Counts what a reading may still do, as a part of a larger one if there is one. */
export class Budget {
  #left: number
  readonly #whole: Budget | null

  constructor(total: number, whole: Budget | null = null) {
    this.#left = total
    this.#whole = whole
  }

  spend(amount = 1): void {
    this.#whole?.spend(amount)
    this.#left -= amount
    if (this.#left < 0) throw new Unreadable('too_complex')
  }
}
