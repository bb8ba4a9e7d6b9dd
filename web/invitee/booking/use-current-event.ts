import { useCallback, useEffect, useState } from 'react'
import type { PublicEvent } from '../../../contract/event.schema.ts'
import { call } from '../call.ts'
import type { MonthSlots } from './month-slots.ts'

/**
 * The current version of the event, because its host may change it while the page is open. It is refetched when it is
 * known to have changed, or when slots have a different length.
 */
export function useCurrentEvent(opened: PublicEvent, { slots, state, reload }: MonthSlots) {
  const [event, setEvent] = useState(opened)
  const { bookingUrlId } = opened
  const reloadEvent = useCallback(() => {
    // If it fails, the page keeps the old version.
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
