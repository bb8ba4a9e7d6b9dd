import { merge } from '../../../../availability/interval.ts'
import type { Slot } from '../../../../contract/events/slot.schema.ts'
import { type AxisDay, type Stretch, topOf } from './axis.ts'

/** How far from an open time a booking can be dropped on it. */
const REACH_MINUTES = 30

const startOf = ({ startUtc }: Slot) => Date.parse(startUtc)
const isOn = ({ start, end }: AxisDay, slot: Slot) => startOf(slot) >= start && startOf(slot) < end

/** The open time of a day that is the nearest to a height (minutes from the top); null without one within reach. */
export function dropTarget(slots: readonly Slot[], day: AxisDay, top: number): Slot | null {
  const distance = (slot: Slot) => Math.abs(topOf(day, startOf(slot)) - top)
  const [nearest] = slots
    .filter((slot) => isOn(day, slot) && distance(slot) <= REACH_MINUTES)
    .toSorted((a, b) => distance(a) - distance(b))
  return nearest ?? null
}

/** Where a day has open times, up to their ends. */
export function openStretches(slots: readonly Slot[], day: AxisDay): Stretch[] {
  const times = slots
    .filter((slot) => isOn(day, slot))
    .map((slot) => ({ start: startOf(slot), end: Date.parse(slot.endUtc) }))
  return merge(times).map(({ start, end }) => ({ top: topOf(day, start), bottom: topOf(day, end) }))
}
