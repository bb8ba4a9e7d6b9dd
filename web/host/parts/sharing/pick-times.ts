import { dayOf } from '../../../../availability/wall-time.ts'
import type { Slot } from '../../../../contract/events/slot.schema.ts'
import { zoneTable } from '../../../../contract/time/time-zones.ts'

/** A few starts to offer somebody, in order: on as many days as possible, and of each day the first ones. */
export function pickTimes(
  slots: readonly Pick<Slot, 'startUtc'>[],
  count: number,
  { timeZone }: { timeZone: string },
): string[] {
  const table = zoneTable(timeZone)
  const starts = slots.map(({ startUtc }) => startUtc).toSorted()
  const days = [...Map.groupBy(starts, (start) => dayOf(table, Date.parse(start))).values()]
  const picked: string[] = []
  for (let round = 0; picked.length < count && round < starts.length; round++)
    picked.push(...days.flatMap((ofDay) => ofDay.slice(round, round + 1)).slice(0, count - picked.length))
  return picked.toSorted()
}
