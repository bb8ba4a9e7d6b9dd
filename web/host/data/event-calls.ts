import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { MINUTE } from '../../../availability/units.ts'
import type {
  EventChange,
  EventFilters,
  EventPreviewInput,
  ListedEvent,
} from '../../../contract/events/event.schema.ts'
import { api, isGone, SessionExpired, wordsOf } from './api.ts'
import { newestFirst } from './newest-first.ts'
import { deleteIfThere, queryClient } from './query-client.ts'
import { toasts } from './toasts.ts'

const LISTS = 'events'

/** Every list of events, whatever its filters. */
export const eventLists = { queryKey: [LISTS] }

export const eventsQuery = (filters: EventFilters = {}) =>
  queryOptions({
    queryKey: [LISTS, filters],
    queryFn: ({ signal }) => api.listEvents({ query: filters, signal }),
    meta: { onFailure: toasts.eventsNotLoaded },
  })

export const eventQuery = (id: string) =>
  queryOptions({
    queryKey: ['event', id],
    queryFn: ({ signal }) => api.getEvent({ params: { id }, signal }),
    meta: { onFailure: toasts.eventNotLoaded },
    // A form is filled from it once, so it must be fresh and must not change afterward.
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/**
 * The page that an unsaved event would have; `asked` is an `EventPreviewInput` as JSON. The last one stays until there
 * is another.
 */
export const eventPreviewQuery = (asked: string | null) =>
  queryOptions({
    queryKey: ['eventPreview', asked],
    queryFn: ({ signal }) => api.previewEvent({ body: JSON.parse(asked!) as EventPreviewInput, signal }),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    // Each change of a form leaves one behind.
    gcTime: MINUTE,
  })

/** Why a start (ISO 8601) isn't offered. */
export const explanationQuery = (
  id: string,
  query: { start: string; duration: string; bookingUrlId: string },
) =>
  queryOptions({
    queryKey: ['explanation', id, query],
    queryFn: ({ signal }) => api.explainSlot({ params: { id }, query, signal }),
    // Settings may have changed since.
    staleTime: 0,
    gcTime: 0,
  })

export const calendarsQuery = queryOptions({
  queryKey: ['calendars'],
  async queryFn({ signal }) {
    const calendars = await api.listCalendars({ signal })
    // They say which accounts couldn't be asked.
    void queryClient.invalidateQueries({ queryKey: ['connections'] })
    return calendars
  },
  meta: { onFailure: toasts.calendarsNotLoaded },
  staleTime: MINUTE,
  refetchOnWindowFocus: false,
})

type ChangeList = (events: ListedEvent[]) => ListedEvent[]

/** Applies `change` to every loaded list. */
async function changeLists(change: ChangeList): Promise<void> {
  await queryClient.cancelQueries(eventLists)
  queryClient.setQueriesData<ListedEvent[]>(eventLists, (events) => events && change(events))
}

export async function reloadEvents(): Promise<void> {
  await queryClient.invalidateQueries(eventLists)
}

export type EventState = Pick<EventChange, 'isEnabled' | 'isArchived'>

export interface ChangeToasts {
  done?: () => void
  /** `words`: the server's; null if there are none. */
  failed: (words: string | null) => void
}

/** Updates part of an event from a list, optimistically. */
export async function changeEvent(event: ListedEvent, part: EventState, said: ChangeToasts) {
  const { id } = event
  const withPart =
    (changed: object): ChangeList =>
    (events) =>
      events.map((listed) => (listed.id === id ? { ...listed, ...changed } : listed))
  await changeLists(withPart(part))
  try {
    await api.updateEvent({ params: { id }, body: part })
    said.done?.()
  } catch (error) {
    const before = Object.keys(part).map((name) => [name, event[name as keyof typeof part]])
    await changeLists(withPart(Object.fromEntries(before)))
    if (isGone(error)) toasts.eventGone()
    else if (!(error instanceof SessionExpired)) said.failed(wordsOf(error))
  }
  await reloadEvents()
}

/** A listed event as it is now, or as it was listed if that can't be found out. */
export const currentEvent = (listed: ListedEvent): Promise<ListedEvent> =>
  api.getEvent({ params: { id: listed.id } }).catch(() => listed)

export async function deleteEvent(event: ListedEvent) {
  const { id, title, upcomingBookingsCount } = event
  await changeLists((events) => events.filter((listed) => listed.id !== id))
  try {
    await deleteIfThere(() => api.deleteEvent({ params: { id } }))
  } catch (error) {
    // Back in its place.
    await changeLists((events) => [...events, event].toSorted(newestFirst))
    if (!(error instanceof SessionExpired)) toasts.eventNotDeleted()
    return reloadEvents()
  }
  toasts.eventDeleted(title, upcomingBookingsCount, () => void restoreEvent(id))
  await reloadEvents()
}

/** Restores a deleted event. `title`: of an event in the list of deleted ones, for a toast. */
export async function restoreEvent(id: string, title?: string): Promise<void> {
  try {
    await api.updateEvent({ params: { id }, body: { isDeleted: false } })
    if (title !== undefined) toasts.eventRestored(title)
  } catch (error) {
    if (isGone(error)) toasts.tooLateToRestore()
    else if (!(error instanceof SessionExpired)) toasts.notUndone(() => void restoreEvent(id, title))
  }
  await reloadEvents()
}
