import { useState } from 'react'
import type { PublicEvent } from '../../../contract/events/event.schema.ts'
import { changeQuery } from '../change-query.ts'

/** The duration of the slots, which the page's address names where people can choose. */
export function useDuration(opened: number, { duration, durations }: PublicEvent) {
  const [chosen, setChosen] = useState(opened)
  const choose = (minutes: number) => {
    setChosen(minutes)
    changeQuery('duration', String(minutes))
  }
  // Its host may have removed it while the page is open.
  return [durations.includes(chosen) ? chosen : duration, choose] as const
}
