import { queryOptions } from '@tanstack/react-query'
import type {
  AddedEventShare,
  EventShare,
  SharedEvent,
} from '../../../contract/events/event-shares.schema.ts'
import { OWN_SHARE, type ShareRole } from '../../../contract/events/event-shares.ts'
import { toasts } from './toasts.ts'
import { api, SessionExpired } from './api.ts'
import { deleteIfThere, queryClient } from './query-client.ts'

/** The events that are shared with the host. */
export const sharedEventsQuery = queryOptions({
  queryKey: ['shared-events'],
  queryFn: ({ signal }) => api.listSharedEvents({ signal }),
})

/** The people that one of the host's events is shared with. */
export const eventSharesQuery = (id: string) =>
  queryOptions({
    queryKey: ['event-shares', id],
    queryFn: ({ signal }) => api.listEventShares({ params: { id }, signal }),
    // The dialog shows who has access when it is opened.
    staleTime: 0,
  })

export const reloadSharedEvents = () => queryClient.invalidateQueries(sharedEventsQuery)

async function show(id: string, change: (shares: EventShare[]) => EventShare[]): Promise<void> {
  const { queryKey } = eventSharesQuery(id)
  // A running request may return an older state.
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (shares) => shares && change(shares))
}

const withShare = (added: EventShare) => (shares: EventShare[]) =>
  [...shares.filter(({ userId }) => userId !== added.userId), added].toSorted((a, b) =>
    a.email.localeCompare(b.email),
  )

/** Shares an event, or gives someone who has it another role. */
export async function shareEvent(
  id: string,
  body: { email: string; role: ShareRole; notify?: boolean },
): Promise<AddedEventShare> {
  const { emailRefusal, ...added } = await api.shareEvent({ params: { id }, body })
  await show(id, withShare(added))
  void queryClient.invalidateQueries(eventSharesQuery(id))
  return { ...added, emailRefusal }
}

/** Shows a toast if it fails; false if their role is still the earlier one. */
export async function changeShareRole(id: string, share: EventShare, role: ShareRole): Promise<boolean> {
  const set = (shown: ShareRole) =>
    show(id, (shares) => shares.map((one) => (one.userId === share.userId ? { ...one, role: shown } : one)))
  await set(role)
  try {
    await api.changeEventShare({ params: { id, userId: share.userId }, body: { role } })
    void queryClient.invalidateQueries(eventSharesQuery(id))
    return true
  } catch (error) {
    await set(share.role)
    if (!(error instanceof SessionExpired)) toasts.shareRoleNotChanged(share.email)
    // They may have left.
    await queryClient.invalidateQueries(eventSharesQuery(id))
    return false
  }
}

/** Shows a toast if it fails; false if they still have access. */
export async function unshareEvent(id: string, removed: EventShare): Promise<boolean> {
  await show(id, (shares) => shares.filter(({ userId }) => userId !== removed.userId))
  try {
    // They may have left.
    await deleteIfThere(() => api.unshareEvent({ params: { id, userId: removed.userId } }))
  } catch (error) {
    await show(id, withShare(removed))
    if (!(error instanceof SessionExpired)) toasts.eventStillShared(removed.email)
    await queryClient.invalidateQueries(eventSharesQuery(id))
    return false
  }
  // A request that began before may return them.
  void queryClient.invalidateQueries(eventSharesQuery(id))
  return true
}

/** Removes the host from an event that is shared with them, and shows a toast; false if they still have access. */
export async function leaveEvent({ id, title }: SharedEvent): Promise<boolean> {
  try {
    // The owner may have been faster.
    await deleteIfThere(() => api.unshareEvent({ params: { id, userId: OWN_SHARE } }))
  } catch (error) {
    if (!(error instanceof SessionExpired)) toasts.eventNotLeft()
    return false
  }
  toasts.eventLeft(title)
  await reloadSharedEvents()
  return true
}
