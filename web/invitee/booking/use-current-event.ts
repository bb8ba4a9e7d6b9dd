import { useCallback, useEffect } from 'react'
import type { PublicEvent } from '../../../contract/events/event.schema.ts'
import { call } from '../call.ts'
import { loadZone } from '../load-zones.ts'
import { fetchOwnPage, fetchPage, pageDataOf } from '../own-page.ts'
import type { MonthSlots } from './month-slots.ts'

interface CurrentEventOptions {
  isHostOnly: boolean
  /** Whether a booking is being changed. */
  isChange: boolean
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
  { isHostOnly, isChange, onEvent, followSlots }: CurrentEventOptions,
) {
  const reloadEvent = useCallback(() => {
    if (isChange) return reloadShownEvent(onEvent)
    return take(
      isHostOnly ? eventOf(fetchOwnPage()) : call('getPublicEvent', { params: { bookingUrlId } }),
      onEvent,
    )
  }, [bookingUrlId, isHostOnly, isChange, onEvent])

  const [first] = slots
  const minutes =
    first && state === 'ready' ? (Date.parse(first.endUtc) - Date.parse(first.startUtc)) / 60_000 : null
  const other = minutes === duration ? null : minutes
  // Perhaps because the chosen duration isn't offered anymore.
  const isRefused = state === 'failed' && durations.length > 1
  useEffect(() => {
    if (isRefused) void reloadEvent()
  }, [isRefused, reloadEvent])
  useEffect(() => {
    if (other === null) return
    void reloadEvent()
    reload()
    followSlots?.(other)
  }, [other, reloadEvent, reload, followSlots])
  return reloadEvent
}

/** Refetches the event of a booking that is being changed, whose link may not take new ones. */
export const reloadShownEvent = (onEvent: (event: PublicEvent) => void) => take(eventOf(fetchPage()), onEvent)

/** How long anything waits for the current event, in milliseconds. */
const PATIENCE_MS = 5_000

/** If it fails, the page keeps the old version. Resolves in any case, before it has taken the event if that takes long. */
function take(current: Promise<PublicEvent>, onEvent: (event: PublicEvent) => void): Promise<void> {
  const taken = current
    // Its zone decides when its last day ends.
    .then((event) => loadZone(event.timezone).then(() => onEvent(event)))
    .catch(() => {})
  return Promise.race([taken, new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS))])
}

async function eventOf(fetched: Promise<Document | null>): Promise<PublicEvent> {
  const document = await fetched
  const page = document && pageDataOf(document)
  if (page?.kind !== 'booking') throw new Error('The page is gone')
  return page.event
}
