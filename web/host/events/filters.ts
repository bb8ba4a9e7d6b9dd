import type { EventFilters } from '../../../contract/event.schema.ts'
import { quotas } from '../../../contract/quotas.ts'
import { labelFilterNames } from '../../../contract/label-options.ts'
import { isId } from '../labels/label-list.ts'
import type { Choice } from '../../ui/select.tsx'

export const statusChoices = [
  { value: 'all', label: 'All Status' },
  { value: 'not-started', label: 'Not Yet Started' },
  { value: 'active', label: 'Active' },
  { value: 'ended', label: 'Ended' },
] as const satisfies readonly Choice<string>[]

export const bookingStatusChoices = [
  { value: 'all', label: 'All Booking Status' },
  { value: 'true', label: 'Accepting Bookings' },
  { value: 'false', label: 'Not Accepting Bookings' },
] as const satisfies readonly Choice<string>[]

/** `shared`: show the events others share with the host. They can't be filtered. */
export type EventsSearch = EventFilters & { shared?: 'true' }

/** The filters in the URL by API name, without unknown values. */
export function eventsSearch(search: Record<string, unknown>): EventsSearch {
  if (search['shared'] === 'true') return { shared: 'true' }
  const filters: EventFilters = {}
  const status = statusChoices.find(({ value }) => value === search['status'])?.value
  if (status !== undefined && status !== 'all') filters.status = status
  const booking = bookingStatusChoices.find(({ value }) => value === search['acceptingBookings'])?.value
  if (booking !== undefined && booking !== 'all') filters.acceptingBookings = booking
  if (search['includeArchived'] === 'true') filters.includeArchived = 'true'
  for (const name of labelFilterNames) {
    const given = search[name]
    const ids = typeof given === 'string' ? [...new Set(given.split(','))].filter(isId) : []
    if (ids.length > 0) filters[name] = ids.slice(0, quotas.labels).join()
  }
  return filters
}
