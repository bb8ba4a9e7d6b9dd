import { type QueryKey, queryOptions } from '@tanstack/react-query'
import type { ListedBooking } from '../../../contract/bookings/booking-list.schema.ts'
import type { LabelColor } from '../../../contract/labels/label-options.ts'
import type { Label, LabelInput, LabelUses } from '../../../contract/labels/label.schema.ts'
import { changedLabels, type LabelsChange } from './label-list.ts'
import { toasts } from './toasts.ts'
import { api, isGone, SessionExpired } from './api.ts'
import { bookingLists, bookingQuery, openBookings, reloadBookings } from './booking-calls.ts'
import { collectionLists, collectionQuery, reloadCollections, wordsOf } from './collection-calls.ts'
import { eventLists, eventQuery, reloadEvents } from './event-calls.ts'
import { queryClient } from './query-client.ts'

export const labelsQuery = queryOptions({
  queryKey: ['labels'],
  queryFn: ({ signal }) => api.listLabels({ signal }),
  meta: { onFailure: toasts.labelsNotLoaded },
})

export const reloadLabels = () => queryClient.invalidateQueries(labelsQuery)

/** Label ids of a draft, without labels that were deleted since. */
export function presentLabels(ids: readonly string[]): string[] {
  const labels = queryClient.getQueryData(labelsQuery.queryKey)
  return ids.filter((id) => labels?.some((label) => label.id === id) ?? true)
}

async function showLabels(change: (labels: Label[]) => Label[]): Promise<void> {
  await queryClient.cancelQueries(labelsQuery)
  queryClient.setQueryData(labelsQuery.queryKey, (labels) => labels && change(labels))
}

/** Shows a toast if a change fails, and what is stored then; null if it failed. */
async function attempt<Result>(
  call: () => Promise<Result>,
  failed: (words: string | null) => void,
): Promise<Result | null> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof SessionExpired)) failed(wordsOf(error))
    void reloadLabels()
    return null
  }
}

export async function createLabel(input: LabelInput): Promise<Label | null> {
  const label = await attempt(() => api.createLabel({ body: input }), toasts.labelNotCreated)
  if (label !== null) await showLabels((labels) => [...labels, label])
  return label
}

/** Null if it couldn't be saved. */
export async function changeLabel(id: string, change: { name?: string; color?: LabelColor }) {
  await showLabels((labels) => labels.map((label) => (label.id === id ? { ...label, ...change } : label)))
  return attempt(() => api.updateLabel({ params: { id }, body: change }), toasts.labelNotSaved)
}

export async function moveLabel(labels: readonly Label[], from: number, to: number): Promise<void> {
  const order = labels.toSpliced(from, 1).toSpliced(to, 0, labels[from]!)
  await showLabels(() => order)
  await attempt(
    () => api.orderLabels({ body: { ids: order.map(({ id }) => id) } }),
    () => toasts.labelsNotReordered(),
  )
}

/** Null if they couldn't be counted. */
export const countLabelUses = (id: string): Promise<LabelUses | null> =>
  attempt(
    () => api.countLabelUses({ params: { id } }),
    () => toasts.labelNotDeleted(),
  )

/** False if the label still exists. */
export async function deleteLabel(id: string): Promise<boolean> {
  const call = async () => {
    await api.deleteLabel({ params: { id } }).catch((error: unknown) => {
      // Another tab deleted it first.
      if (!isGone(error)) throw error
    })
    return true
  }
  const isDeleted = await attempt(call, () => toasts.labelNotDeleted())
  if (isDeleted === null) return false
  await showLabels((labels) => labels.filter((label) => label.id !== id))
  void Promise.all([reloadBookings(), reloadEvents(), reloadCollections()])
  return true
}

interface Labeled {
  id: string
  labelIds: string[]
}

const changed = <Thing extends Labeled>(thing: Thing, change: LabelsChange): Thing => ({
  ...thing,
  labelIds: changedLabels(thing.labelIds, change),
})

const inList =
  (ids: readonly string[], change: LabelsChange) =>
  <Thing extends Labeled>(things: Thing[] | undefined) =>
    things?.map((thing) => (ids.includes(thing.id) ? changed(thing, change) : thing))

let lastCall: Promise<unknown> = Promise.resolve()
let waiting = 0
/** Each starts a call that waits for the one before it. */
const starts = new Set<() => void>()

/** When the last call has ended, or at once if the page closes, because there is no later then. */
async function myTurn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (starts.size === 0) window.addEventListener('pagehide', startAll, { once: true })
  starts.add(resolve)
  void lastCall.then(() => resolve())
  await promise
  starts.delete(resolve)
}

function startAll() {
  for (const start of starts) start()
}

/** One call after another, because the last click decides. */
async function save(call: () => Promise<unknown>, reload: () => Promise<unknown>): Promise<void> {
  waiting += 1
  const next = myTurn().then(() => attempt(call, toasts.labelsNotSaved))
  lastCall = next
  await next
  waiting -= 1
  if (waiting === 0) await reload()
}

export async function labelBookings(ids: string[], change: LabelsChange): Promise<void> {
  const show = inList(ids, change)
  await queryClient.cancelQueries(bookingLists)
  queryClient.setQueriesData<{ bookings?: ListedBooking[] }>(
    bookingLists,
    (list) => list && (list.bookings ? { ...list, bookings: show(list.bookings)! } : list),
  )
  for (const id of ids) {
    const { queryKey } = bookingQuery(id)
    await queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(
      queryKey,
      (found) => found && { ...found, bookingData: changed(found.bookingData, change) },
    )
  }
  const reload = () => Promise.all([reloadBookings(), queryClient.invalidateQueries(openBookings)])
  await save(() => api.labelBookings({ body: { bookingIds: ids, ...change }, keepalive: true }), reload)
}

export async function labelEvents(ids: string[], change: LabelsChange): Promise<void> {
  await showIn(eventLists, eventQuery, ids, change)
  await save(() => api.labelEvents({ body: { eventIds: ids, ...change }, keepalive: true }), reloadEvents)
}

export async function labelCollections(ids: string[], change: LabelsChange): Promise<void> {
  await showIn(collectionLists, collectionQuery, ids, change)
  await save(
    () => api.labelCollections({ body: { collectionIds: ids, ...change }, keepalive: true }),
    reloadCollections,
  )
}

/** Shows a change in all lists, and in what an editor was opened with. */
async function showIn(
  lists: { queryKey: QueryKey },
  one: (id: string) => { queryKey: QueryKey },
  ids: readonly string[],
  change: LabelsChange,
) {
  await queryClient.cancelQueries(lists)
  queryClient.setQueriesData<Labeled[]>(lists, inList(ids, change))
  for (const id of ids) {
    queryClient.setQueryData<Labeled>(one(id).queryKey, (found) => found && changed(found, change))
  }
}
