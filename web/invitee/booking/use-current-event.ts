import { useCallback, useEffect, useState } from 'react'
import type { PublicEvent } from '../../../contract/event.schema.ts'
import { call } from '../call.ts'
import type { MonthSlots } from './month-slots.ts'

/**
 * The event as it is by now: its host may change it while somebody looks at it. It is asked for again where it is known
 * to be another, and where slots come that are longer or shorter than it says.
 */
export function useCurrentEvent(opened: PublicEvent, { slots, state, reload }: MonthSlots) {
  const [event, setEvent] = useState(opened)
  const { bookingUrlId } = opened
  const reloadEvent = useCallback(() => {
    // Should it fail, what is shown stands.
    call('getPublicEvent', { params: { bookingUrlId } }).then(setEvent, () => {})
  }, [bookingUrlId])

  const [first] = slots
  const minutes =
    first && state === 'ready' ? (Date.parse(first.endUtc) - Date.parse(first.startUtc)) / 60_000 : null
  const isOther = minutes !== null && minutes !== event.duration
  useEffect(() => {
    if (!isOther) return
    reloadEvent()
    reload()
  }, [isOther, reloadEvent, reload])
  return { event, reloadEvent }
}
