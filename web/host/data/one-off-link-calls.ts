import { queryOptions } from '@tanstack/react-query'
import type { EventLink, EventLinkInput } from '../../../contract/events/one-off-links.schema.ts'
import { CallFailed } from '../../../contract/api/client.ts'
import { toasts } from './toasts.ts'
import { api, SessionExpired } from './api.ts'
import { queryClient } from './query-client.ts'

/** The one-off links of an event, newest first. */
export const eventLinksQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['event-links', eventId],
    queryFn: ({ signal }) => api.listEventLinks({ params: { id: eventId }, signal }),
    // The list shows which were used when it is opened.
    staleTime: 0,
  })

function show(eventId: string, change: (links: EventLink[]) => EventLink[]): void {
  queryClient.setQueryData(eventLinksQuery(eventId).queryKey, (links) => links && change(links))
}

export async function createEventLink(
  eventId: string,
  body: EventLinkInput,
  idempotencyKey: string,
): Promise<EventLink> {
  const created = await api.createEventLink({ params: { id: eventId }, body, idempotencyKey })
  show(eventId, (links) => [created, ...links.filter(({ id }) => id !== created.id)])
  return created
}

/** Shows a toast if it fails; false if people can still book with it. */
export async function deleteEventLink(eventId: string, deleted: EventLink): Promise<boolean> {
  show(eventId, (links) => links.filter(({ id }) => id !== deleted.id))
  try {
    await api.deleteEventLink({ params: { id: eventId, linkId: deleted.id } })
    return true
  } catch (error) {
    // Another tab was faster.
    if (error instanceof CallFailed && error.status === 404) return true
    show(eventId, (links) =>
      [...links.filter(({ id }) => id !== deleted.id), deleted].toSorted((a, b) =>
        a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0,
      ),
    )
    if (!(error instanceof SessionExpired)) toasts.linkNotDeleted()
    await queryClient.invalidateQueries(eventLinksQuery(eventId))
    return false
  }
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
