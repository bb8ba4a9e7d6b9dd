import { type QueryKey, queryOptions } from '@tanstack/react-query'
import type { ListedBooking } from '../../../contract/bookings/booking-list.schema.ts'
import type { Label, LabelInput } from '../../../contract/labels/label.schema.ts'
import { changedLabels, type LabelsChange } from './label-list.ts'
import { toasts } from './toasts.ts'
import { api, isGone, SessionExpired, wordsOf } from './api.ts'
import { bookingLists, bookingQuery, openBookings, reloadBookings } from './booking-calls.ts'
import { collectionLists, collectionQuery, reloadCollections } from './collection-calls.ts'
import { eventLists, eventQuery, reloadEvents } from './event-calls.ts'
import { queryClient } from './query-client.ts'
import { begin, end, giveBack, replace, type Replaced } from './shown-changes.ts'

export const labelsQuery = queryOptions({
  queryKey: ['labels'],
  queryFn: ({ signal }) => api.listLabels({ signal }),
  meta: { onFailure: toasts.labelsNotLoaded },
})

export const reloadLabels = () => queryClient.invalidateQueries(labelsQuery)

/**
 * A draft's labels without labels that were deleted since. What an earlier request `asked` for stays, because with its
 * key the server accepts only the same request.
 */
export function knownLabels(draftLabels: readonly string[], asked: readonly string[] = []): string[] {
  const labels = queryClient.getQueryData(labelsQuery.queryKey)
  return draftLabels.filter((id) => asked.includes(id) || (labels?.some((label) => label.id === id) ?? true))
}

/** Creates something with labels. */
export async function createLabeled<Created>(create: () => Promise<Created>): Promise<Created> {
  try {
    return await create()
  } catch (error) {
    // Perhaps another tab deleted one. The next try needs to know.
    if (isGone(error)) await reloadLabels()
    throw error
  }
}

export async function showLabels(change: (labels: Label[]) => Label[]): Promise<void> {
  await queryClient.cancelQueries(labelsQuery)
  queryClient.setQueryData(labelsQuery.queryKey, (labels) => labels && change(labels))
}

/** If a change fails, undoes it, shows a toast, and then what is stored; null if it failed. */
export async function attempt<Result>(
  call: () => Promise<Result>,
  failed: (words: string | null) => void,
  undo?: () => Promise<unknown>,
): Promise<Result | null> {
  try {
    return await call()
  } catch (error) {
    await undo?.()
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

interface Labeled {
  id: string
  labelIds: string[]
}

type Change = <Thing extends Labeled>(thing: Thing) => Thing

/** Where things are shown with their labels. */
interface Places {
  /** Keeps requests that are running from showing an older state. */
  cancel: (ids: readonly string[]) => Promise<unknown>
  show: (ids: readonly string[], change: Change) => void
}

const inList =
  (ids: readonly string[], change: Change) =>
  <Thing extends Labeled>(things: Thing[] | undefined) =>
    things?.map((thing) => (ids.includes(thing.id) ? change(thing) : thing))

/** All lists, and what an editor was opened with. */
const placesIn = (lists: { queryKey: QueryKey }, one: (id: string) => { queryKey: QueryKey }): Places => ({
  cancel: () => queryClient.cancelQueries(lists),
  show(ids, change) {
    queryClient.setQueriesData<Labeled[]>(lists, inList(ids, change))
    for (const id of ids) {
      queryClient.setQueryData<Labeled>(one(id).queryKey, (found) => found && change(found))
    }
  },
})

const bookingPlaces: Places = {
  cancel: (ids) =>
    Promise.all(
      [bookingLists, ...ids.map(bookingQuery)].map(({ queryKey }) => queryClient.cancelQueries({ queryKey })),
    ),
  show(ids, change) {
    queryClient.setQueriesData<{ bookings?: ListedBooking[] }>(
      bookingLists,
      (list) => list && (list.bookings ? { ...list, bookings: inList(ids, change)(list.bookings)! } : list),
    )
    for (const id of ids) {
      queryClient.setQueryData(
        bookingQuery(id).queryKey,
        (found) => found && { ...found, bookingData: change(found.bookingData) },
      )
    }
  },
}

/** Resolves with what undoes the change, of which only what it did is undone. */
async function showLabeled(
  { cancel, show }: Places,
  ids: readonly string[],
  change: LabelsChange,
  replaced: Replaced<boolean>,
) {
  const touched = [...(change.add ?? []), ...(change.remove ?? [])]
  const place = (thing: Labeled, id: string) => `${thing.id} ${id}`
  await cancel(ids)
  show(ids, (thing) => {
    const after = changedLabels(thing.labelIds, change)
    for (const id of touched) {
      replace(replaced, place(thing, id), thing.labelIds.includes(id), after.includes(id))
    }
    return { ...thing, labelIds: after }
  })
  return async () => {
    await cancel(ids)
    const back = giveBack(replaced)
    show(ids, (thing) => {
      const that = (had: boolean) => touched.filter((id) => back.get(place(thing, id)) === had)
      const again = { add: that(true), remove: that(false) }
      return { ...thing, labelIds: changedLabels(thing.labelIds, again) }
    })
  }
}

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

/** Shows a change at once, and saves one after another, because the last click decides. */
async function save(
  places: Places,
  ids: readonly string[],
  change: LabelsChange,
  call: () => Promise<unknown>,
  reload: () => Promise<unknown>,
): Promise<void> {
  const replaced = begin<boolean>()
  const undo = await showLabeled(places, ids, change, replaced)
  waiting += 1
  const next = myTurn().then(() => attempt(call, toasts.labelsNotSaved, undo))
  lastCall = next
  await next
  end(replaced)
  waiting -= 1
  if (waiting === 0) await reload()
}

export function labelBookings(ids: string[], change: LabelsChange): Promise<void> {
  const call = () => api.labelBookings({ body: { bookingIds: ids, ...change }, keepalive: true })
  const reload = () => Promise.all([reloadBookings(), queryClient.invalidateQueries(openBookings)])
  return save(bookingPlaces, ids, change, call, reload)
}

const eventPlaces = placesIn(eventLists, eventQuery)

export function labelEvents(ids: string[], change: LabelsChange): Promise<void> {
  const call = () => api.labelEvents({ body: { eventIds: ids, ...change }, keepalive: true })
  return save(eventPlaces, ids, change, call, reloadEvents)
}

const collectionPlaces = placesIn(collectionLists, collectionQuery)

export function labelCollections(ids: string[], change: LabelsChange): Promise<void> {
  const call = () => api.labelCollections({ body: { collectionIds: ids, ...change }, keepalive: true })
  return save(collectionPlaces, ids, change, call, reloadCollections)
}
