import { DAY } from '../../../availability/units.ts'
import { offsetAt } from '../../../availability/wall-time.ts'
import type { Slot } from '../../../contract/events/slot.schema.ts'
import { offsetText, timeText } from '../../../contract/time/time-text.ts'
import { zoneTable } from '../../../contract/time/time-zones.ts'
import type { Viewer } from '../../../contract/time/viewer.ts'

/** A slot's time. One that clocks show twice, because they are set back, has its offset. */
export function slotText({ startUtc }: Slot, viewer: Viewer): string {
  const at = Date.parse(startUtc)
  const text = timeText(startUtc, viewer)
  return isRepeated(at, viewer.timeZone) ? `${text} ${offsetText(at, viewer.timeZone)}` : text
}

/** Whether clocks show the time of an instant twice. */
function isRepeated(at: number, timeZone: string): boolean {
  const table = zoneTable(timeZone)
  const offset = offsetAt(table, at)
  return [at - DAY, at + DAY].some((near) => {
    const other = offsetAt(table, near)
    return other !== offset && offsetAt(table, at + offset - other) === other
  })
}
