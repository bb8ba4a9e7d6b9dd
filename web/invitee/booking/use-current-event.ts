import { useCallback, useEffect } from 'react'
import type { PublicEvent } from '../../../contract/event.schema.ts'
import { call } from '../call.ts'
import { loadZone } from '../load-zones.ts'
import type { MonthSlots } from './month-slots.ts'

/**
 * Keeps the event current, because its host may change it while the page is open. It is refetched when slots have a
 * different length, or can't be loaded where people choose the length, and by the returned function when it is known to have changed.
 */
export function useCurrentEvent(
  { bookingUrlId, duration, durations }: PublicEvent,
  onEvent: (event: PublicEvent) => void,
  { slots, state, reload }: MonthSlots,
) {
  const reloadEvent = useCallback(() => {
    // If it fails, the page keeps the old version.
    call('getPublicEvent', { params: { bookingUrlId } })
      // Its zone decides when its last day ends.
      .then((event) => loadZone(event.timezone).then(() => onEvent(event)))
      .catch(() => {})
  }, [bookingUrlId, onEvent])

  const [first] = slots
  const minutes =
    first && state === 'ready' ? (Date.parse(first.endUtc) - Date.parse(first.startUtc)) / 60_000 : null
  const isOther = minutes !== null && minutes !== duration
  // Perhaps because the chosen duration isn't offered anymore.
  const isRefused = state === 'failed' && durations.length > 1
  useEffect(() => {
    if (isRefused) reloadEvent()
  }, [isRefused, reloadEvent])
  useEffect(() => {
    if (!isOther) return
    reloadEvent()
    reload()
  }, [isOther, reloadEvent, reload])
  return reloadEvent
}
