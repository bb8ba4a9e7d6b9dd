import { DAY } from '../../availability/units.ts'
import { offsetAt } from '../../availability/wall-time.ts'
import type { Slot } from '../events/slot.schema.ts'
import { type Instant, offsetText, shortMomentText, timeText, toMs } from './time-text.ts'
import { zoneTable } from './time-zones.ts'
import type { Viewer } from './viewer.ts'

/**
 * The text of an instant, with its offset if clocks show that time twice, because they are set back, or if the offset
 * isn't the same at the `other` instant that it is shown next to.
 */
export function withOffset(
  text: string,
  instant: Instant,
  { timeZone }: Pick<Viewer, 'timeZone'>,
  other = instant,
): string {
  const at = toMs(instant)
  const offset = offsetText(at, timeZone)
  const isClear = !isRepeated(at, timeZone) && offset === offsetText(toMs(other), timeZone)
  return isClear ? text : `${text} ${offset}`
}

/** A slot's time: `1:00 AM`, or `1:00 AM GMT-5` if clocks show it twice. */
export const slotText = ({ startUtc }: Slot, viewer: Viewer) =>
  withOffset(timeText(startUtc, viewer), startUtc, viewer)

/** A slot's date and time: `Sun, Nov 7, 1:00 AM`, or `Sun, Nov 7, 1:00 AM GMT-5` if clocks show it twice. */
export const slotMomentText = ({ startUtc }: Pick<Slot, 'startUtc'>, viewer: Viewer) =>
  withOffset(shortMomentText(startUtc, viewer), startUtc, viewer)

/** Whether clocks show the time of an instant twice. */
function isRepeated(at: number, timeZone: string): boolean {
  const table = zoneTable(timeZone)
  const offset = offsetAt(table, at)
  return [at - DAY, at + DAY].some((near) => {
    const other = offsetAt(table, near)
    return other !== offset && offsetAt(table, at + offset - other) === other
  })
}
