import type { BusyTime } from '../../adapters/calendar-provider.ts'
import type { Budget } from '../../../contract/icalendar/bounds.ts'
import { endOf, instantOf, type Length, type Moment } from '../../../contract/icalendar/moments.ts'
import type { SeriesLimits } from '../../../contract/icalendar/series.ts'

/** What is read of all files together. */
export interface Limits extends SeriesLimits {
  busyTimes: Budget
}

type Kind = Pick<BusyTime, 'isTentative' | 'isAllDay' | 'isOutOfOffice'>

/**
 * The busy times of one entry that overlap a range, each with a start of its own. Of several with the same start, the
 * longest counts. If a calendar may ignore its kind, though, a shorter one comes first, and the longest follows it.
 */
export class BusyTimes {
  readonly #limits: Limits
  readonly #byStart = new Map<number, BusyTime>()

  constructor(limits: Limits) {
    this.#limits = limits
  }

  add(from: Moment, length: Length, kind: Pick<BusyTime, 'isTentative' | 'isOutOfOffice'>): void {
    const { range } = this.#limits
    const [start, end] = [instantOf(from), endOf(from, length)]
    if (!(start < end && start < range.end && end > range.start)) return
    const { isTentative, isOutOfOffice } = kind
    let added: BusyTime | null = { start, end, isTentative, isAllDay: from.isDate, isOutOfOffice }
    while (added) added = this.#insert(added)
  }

  /** Returns what is left to add. */
  #insert(added: BusyTime): BusyTime | null {
    const { steps, busyTimes } = this.#limits
    const known = this.#byStart.get(added.start)
    if (!known) busyTimes.spend()
    const [short, long] = known && known.end > added.end ? [added, known] : [known ?? added, added]
    if (countsWith(long, short)) {
      this.#byStart.set(long.start, long)
      return null
    }
    steps.spend()
    this.#byStart.set(short.start, { ...short, ...sharedKind(short, long) })
    return short.end < long.end ? { ...long, start: short.end } : null
  }

  list(): BusyTime[] {
    return [...this.#byStart.values()].toSorted((one, other) => one.start - other.start)
  }
}

/** Whether a calendar that counts `other` counts `one`, too. */
const countsWith = (one: Kind, other: Kind): boolean =>
  (!one.isTentative || other.isTentative) &&
  (!one.isAllDay || other.isAllDay) &&
  (!one.isOutOfOffice || other.isOutOfOffice)

/**
 * Of a time in which both keep the host busy. It counts if either does, and also for a calendar that ignores each for a
 * reason of its own.
 */
const sharedKind = (one: Kind, other: Kind): Kind => ({
  isTentative: one.isTentative && other.isTentative,
  isAllDay: one.isAllDay && other.isAllDay,
  isOutOfOffice: one.isOutOfOffice && other.isOutOfOffice,
})
