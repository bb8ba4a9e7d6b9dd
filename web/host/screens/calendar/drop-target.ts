import { merge } from '../../../../availability/interval.ts'
import type { Slot } from '../../../../contract/events/slot.schema.ts'
import { type Axis, type AxisDay, depthOf, type Stretch, topOf } from './axis.ts'

/** How far from an open time a booking can be dropped on it. */
const REACH_MINUTES = 30

const startOf = ({ startUtc }: Slot) => Date.parse(startUtc)
const isOn = ({ start, end }: AxisDay, slot: Slot) => startOf(slot) >= start && startOf(slot) < end

/** The open time that is the nearest to a depth (`depthOf`); null without one within reach. */
export function dropTarget(slots: readonly Slot[], axis: Axis, depth: number): Slot | null {
  const distance = (slot: Slot) => Math.abs(depthOf(axis, startOf(slot)) - depth)
  const [nearest] = slots
    .filter((slot) => distance(slot) <= REACH_MINUTES)
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
