import { useState } from 'react'
import type { PublicEvent } from '../../../contract/events/event.schema.ts'
import type { PublicPage } from '../../../contract/pages/page-data.ts'
import { changeQuery } from '../change-query.ts'

/**
 * The duration of the slots, which the page's address names where people can choose. For a booking that is being changed,
 * the server chooses it, perhaps by the rules of a one-off link, so it needn't be one of the event's.
 */
export function useDuration(
  { duration: opened, booking }: PublicPage & { kind: 'booking' },
  { duration, durations }: PublicEvent,
) {
  const [chosen, setChosen] = useState(opened)
  const chooseDuration = (minutes: number) => {
    setChosen(minutes)
    changeQuery('duration', String(minutes))
  }
  // Its host may have removed it while the page is open.
  const isOffered = booking !== null || durations.includes(chosen)
  return {
    duration: isOffered ? chosen : duration,
    chooseDuration,
    /** Null where the event and the invitee decide. */
    followSlots: booking === null ? null : setChosen,
  }
}
