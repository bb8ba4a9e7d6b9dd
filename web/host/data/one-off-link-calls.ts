import { queryOptions } from '@tanstack/react-query'
import type { EventLink, EventLinkInput } from '../../../contract/events/one-off-links.schema.ts'
import { toasts } from './toasts.ts'
import { api, SessionExpired } from './api.ts'
import { newestFirst } from './newest-first.ts'
import { deleteIfThere, queryClient } from './query-client.ts'

/** The one-off links of an event, newest first. */
export const eventLinksQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['event-links', eventId],
    queryFn: ({ signal }) => api.listEventLinks({ params: { id: eventId }, signal }),
    // The list shows which were used when it is opened.
    staleTime: 0,
  })

async function show(eventId: string, change: (links: EventLink[]) => EventLink[]): Promise<void> {
  const { queryKey } = eventLinksQuery(eventId)
  // A running request may return an older state.
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (links) => links && change(links))
}

export async function createEventLink(
  eventId: string,
  body: EventLinkInput,
  idempotencyKey: string,
): Promise<EventLink> {
  const created = await api.createEventLink({ params: { id: eventId }, body, idempotencyKey })
  await show(eventId, (links) => [created, ...links.filter(({ id }) => id !== created.id)])
  void queryClient.invalidateQueries(eventLinksQuery(eventId))
  return created
}

/** Shows a toast if it fails; false if people can still book with it. */
export async function deleteEventLink(eventId: string, deleted: EventLink): Promise<boolean> {
  const others = (links: EventLink[]) => links.filter(({ id }) => id !== deleted.id)
  await show(eventId, others)
  try {
    await deleteIfThere(() => api.deleteEventLink({ params: { id: eventId, linkId: deleted.id } }))
  } catch (error) {
    await show(eventId, (links) => [...others(links), deleted].toSorted(newestFirst))
    if (!(error instanceof SessionExpired)) toasts.linkNotDeleted()
    await queryClient.invalidateQueries(eventLinksQuery(eventId))
    return false
  }
  // A request that began before it was deleted may return it.
  void queryClient.invalidateQueries(eventLinksQuery(eventId))
  return true
}

/** Shows a toast if it fails; false if nobody can book with it. */
export async function restoreEventLink(eventId: string, deleted: EventLink): Promise<boolean> {
  try {
    await api.restoreEventLink({ params: { id: eventId, linkId: deleted.id }, body: { isDeleted: false } })
  } catch (error) {
    if (!(error instanceof SessionExpired)) toasts.notUndone(() => void restoreEventLink(eventId, deleted))
    return false
  }
  await queryClient.invalidateQueries(eventLinksQuery(eventId))
  return true
}
