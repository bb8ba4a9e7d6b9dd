import type { Slot } from '../../../../contract/events/slot.schema.ts'

/** Half-open, in epoch milliseconds. */
export interface BusyTime {
  start: number
  end: number
}

/** Whether somebody is busy during a part of the slot. A slot may begin when they're done, or end when they begin. */
export function clashes({ startUtc, endUtc }: Slot, busy: readonly BusyTime[]): boolean {
  const [from, to] = [Date.parse(startUtc), Date.parse(endUtc)]
  return busy.some(({ start, end }) => start < to && from < end)
}

/** How many of the slots are free for both. */
export const countFree = (slots: readonly Slot[], busy: readonly BusyTime[]) =>
  slots.filter((slot) => !clashes(slot, busy)).length
