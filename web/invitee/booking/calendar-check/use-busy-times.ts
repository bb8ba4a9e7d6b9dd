import { useMemo, useState } from 'react'
import type { Slot } from '../../../../contract/events/slot.schema.ts'
import { type BusyTime, countFree } from './busy-times.ts'

/** When the invitee is busy, and how many of each day's slots are free then; null as long as nobody checks it. */
export function useBusyTimes(slotsByDay: ReadonlyMap<number, readonly Slot[]>) {
  const [busy, setBusy] = useState<readonly BusyTime[] | null>(null)
  const freeCounts = useMemo(
    () => busy && new Map([...slotsByDay].map(([day, slots]) => [day, countFree(slots, busy)])),
    [slotsByDay, busy],
  )
  return { busy, setBusy, freeCounts }
}
