import type { Interval } from '../../../availability/interval.ts'
import type { BusyTime } from '../../adapters/calendar-provider.ts'
import type { Budget } from './bounds.ts'
import { endOf, instantOf, type Length, type Moment } from './moments.ts'

/** What is read of all files together. */
export interface Limits {
  range: Interval
  /** Of recurrence rules. */
  steps: Budget
  busyTimes: Budget
}

/** The busy times of one entry that overlap a range. Of several with the same start, the longest counts. */
export class BusyTimes {
  readonly #limits: Limits
  readonly #byStart = new Map<number, BusyTime>()

  constructor(limits: Limits) {
    this.#limits = limits
  }

  add(from: Moment, length: Length, kind: Pick<BusyTime, 'isTentative' | 'isOutOfOffice'>): void {
    const { range, busyTimes } = this.#limits
    const [start, end] = [instantOf(from), endOf(from, length)]
    if (!(start < end && start < range.end && end > range.start)) return
    const known = this.#byStart.get(start)
    if (known && known.end >= end) return
    if (!known) busyTimes.spend()
    const { isTentative, isOutOfOffice } = kind
    this.#byStart.set(start, { start, end, isTentative, isAllDay: from.isDate, isOutOfOffice })
  }

  list(): BusyTime[] {
    return [...this.#byStart.values()].toSorted((one, other) => one.start - other.start)
  }
}
