import { queryOptions } from '@tanstack/react-query'
import type { EventAddress } from '../../../contract/events/readable-links.schema.ts'
import { api } from './api.ts'
import { reloadEvents } from './event-calls.ts'
import { queryClient } from './query-client.ts'

export const handleQuery = queryOptions({
  queryKey: ['handle'],
  queryFn: ({ signal }) => api.getHandle({ signal }),
})

interface Names {
  handle: string | null
  slug: string | null
}

/**
 * Changes the names in an event's link that differ from those `before`, or both if these aren't known; the others may
 * have been changed elsewhere. Throws what the server refuses, with `handle` or `slug` among its fields.
 */
export async function saveNames(
  eventId: string,
  before: Names | null,
  { handle, slug }: Names,
): Promise<EventAddress> {
  const isNewHandle = handle !== before?.handle
  const body = { ...(isNewHandle && { handle }), ...(slug !== before?.slug && { slug }) }
  const address = await api.updateEventAddress({ params: { id: eventId }, body })
  if (isNewHandle) queryClient.setQueryData(handleQuery.queryKey, { handle })
  // Other events of the host have the same handle.
  await Promise.all([reloadEvents(), !isNewHandle && queryClient.invalidateQueries(handleQuery)])
  return address
}

export async function saveListed(eventId: string, isListed: boolean): Promise<EventAddress> {
  const address = await api.updateEventAddress({ params: { id: eventId }, body: { isListed } })
  void reloadEvents()
  return address
}

/** The next times that people can book, in the coming weeks. */
export const comingTimesQuery = (
  eventId: string,
  days: { dateFrom: string; dateTo: string; timezone: string },
) =>
  queryOptions({
    queryKey: ['coming-times', eventId, days],
    queryFn: ({ signal }) => api.listSlots({ params: { id: eventId }, query: days, signal }),
    staleTime: 30_000,
  })
