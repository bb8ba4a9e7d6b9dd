import type { EventFilters } from '../../../../contract/events/event.schema.ts'
import { quotas } from '../../../../contract/account/quotas.ts'
import { labelFilterNames } from '../../../../contract/labels/label-options.ts'
import { isId } from '../../data/label-list.ts'
import type { Choice } from '../../../ui/select.tsx'

export const statusChoices = [
  { value: 'all', label: 'All Status' },
  { value: 'not-started', label: 'Not Yet Started' },
  { value: 'active', label: 'Active' },
  { value: 'ended', label: 'Ended' },
  { value: 'deleted', label: 'Deleted' },
] as const satisfies readonly Choice<string>[]

export const bookingStatusChoices = [
  { value: 'all', label: 'All Booking Status' },
  { value: 'true', label: 'Accepting Bookings' },
  { value: 'false', label: 'Not Accepting Bookings' },
] as const satisfies readonly Choice<string>[]

export const sortChoices = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'title', label: 'Title' },
  { value: 'bookings', label: 'Most bookings' },
] as const satisfies readonly Choice<string>[]
export type EventSort = (typeof sortChoices)[number]['value']

/** What of the loaded events is shown, and in which order. */
export interface EventView {
  /** The words to search for. */
  q?: string
  sort?: Exclude<EventSort, 'newest'>
  page?: string
}

/** `shared`: show the events others share with the host. They can't be filtered. */
export type EventsSearch = EventFilters & EventView & { shared?: 'true' }

/** The filters in the URL by API name, and how to show what they find, without unknown values. */
export function eventsSearch(search: Record<string, unknown>): EventsSearch {
  if (search['shared'] === 'true') return { shared: 'true' }
  const known: EventsSearch = {}
  const status = statusChoices.find(({ value }) => value === search['status'])?.value
  if (status !== undefined && status !== 'all') known.status = status
  const booking = bookingStatusChoices.find(({ value }) => value === search['acceptingBookings'])?.value
  if (booking !== undefined && booking !== 'all') known.acceptingBookings = booking
  if (search['includeArchived'] === 'true') known.includeArchived = 'true'
  for (const name of labelFilterNames) {
    const given = search[name]
    const ids = typeof given === 'string' ? [...new Set(given.split(','))].filter(isId) : []
    if (ids.length > 0) known[name] = ids.slice(0, quotas.labels).join()
  }
  if (typeof search['q'] === 'string' && search['q'] !== '') known.q = search['q'].slice(0, MAX_SEARCH)
  const sort = sortChoices.find(({ value }) => value === search['sort'])?.value
  if (sort !== undefined && sort !== 'newest') known.sort = sort
  if (typeof search['page'] === 'string' && /^[1-9]\d{0,3}$/.test(search['page'])) known.page = search['page']
  return known
}

/** Whether an event, as it will be, no longer matches the filters. */
export const isLeaving = (
  { isArchived, isAccepting }: { isArchived: boolean; isAccepting: boolean },
  { includeArchived, acceptingBookings }: Pick<EventFilters, 'includeArchived' | 'acceptingBookings'>,
) =>
  (isArchived && includeArchived !== 'true') ||
  (acceptingBookings !== undefined && String(isAccepting) !== acceptingBookings)

export const MAX_SEARCH = 200

/** `copy`: the event that a new one starts as a copy of. */
export const copySearch = ({ copy }: Record<string, unknown>): { copy?: string } =>
  typeof copy === 'string' && isId(copy) ? { copy } : {}
