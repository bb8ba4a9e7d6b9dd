import type { Slot } from '../../../../contract/booking.schema.ts'

/** Half-open, in epoch milliseconds. */
export interface BusyTime {
  start: number
  end: number
}

/** Whether somebody is busy during a part of the slot. A slot may begin when they're done, or end when they begin. */
export function clashes({ startUtc, endUtc }: Slot, busy: readonly BusyTime[]): boolean {
  return busy.some(({ start, end }) => start < Date.parse(endUtc) && Date.parse(startUtc) < end)
}
