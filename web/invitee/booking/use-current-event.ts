import { useCallback, useEffect } from 'react'
import type { PublicEvent } from '../../../contract/events/event.schema.ts'
import { call } from '../call.ts'
import { loadZone } from '../load-zones.ts'
import { fetchOwnPage, pageDataOf } from '../own-page.ts'
import type { MonthSlots } from './month-slots.ts'

interface CurrentEventOptions {
  isHostOnly: boolean
  onEvent: (event: PublicEvent) => void
  /** Takes over the length of the slots (minutes); null if the event has it. */
  followSlots: ((minutes: number) => void) | null
}

/**
 * Keeps the event current, because its host may change it while the page is open. It is refetched when slots have a
 * different length, or can't be loaded where people choose the length, and by the returned function when it is known to
 * have changed.
 */
export function useCurrentEvent(
  { bookingUrlId, duration, durations }: PublicEvent,
  { slots, state, reload }: MonthSlots,
  { isHostOnly, onEvent, followSlots }: CurrentEventOptions,
) {
  const reloadEvent = useCallback(() => {
    // If it fails, the page keeps the old version.
    const current = isHostOnly ? ownEvent() : call('getPublicEvent', { params: { bookingUrlId } })
    current
      // Its zone decides when its last day ends.
      .then((event) => loadZone(event.timezone).then(() => onEvent(event)))
      .catch(() => {})
  }, [bookingUrlId, isHostOnly, onEvent])

  const [first] = slots
  const minutes =
    first && state === 'ready' ? (Date.parse(first.endUtc) - Date.parse(first.startUtc)) / 60_000 : null
  const other = minutes === duration ? null : minutes
  // Perhaps because the chosen duration isn't offered anymore.
  const isRefused = state === 'failed' && durations.length > 1
  useEffect(() => {
    if (isRefused) reloadEvent()
  }, [isRefused, reloadEvent])
  useEffect(() => {
    if (other === null) return
    reloadEvent()
    reload()
    followSlots?.(other)
  }, [other, reloadEvent, reload, followSlots])
  return reloadEvent
}

/** Of the page that only the event's host gets. */
async function ownEvent(): Promise<PublicEvent> {
  const own = await fetchOwnPage()
  const page = own && pageDataOf(own)
  if (page?.kind !== 'booking') throw new Error('The page is gone')
  return page.event
}
