import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { dayText } from '../../../../contract/time/time-text.ts'
import { parseDate } from '../../../../availability/wall-time.ts'
import { eventsQuery } from '../../data/event-calls.ts'
import { sharedEventsQuery } from '../../data/event-share-calls.ts'
import { type BookingsSearch, setFilters } from '../../parts/bookings-search.ts'

const names = {
  booking_status: 'Status',
  created_after: 'Created after',
  updated_after: 'Updated after',
  meeting_after: 'Meeting after',
  meeting_before: 'Meeting before',
  duration_min: 'Min duration',
  duration_max: 'Max duration',
  attendees: 'Attendees',
  event_ids: 'Events',
  event_include_disabled: 'Without disabled events',
  event_include_archived: 'Without archived events',
  event_status: 'Event status',
  event_q: 'Event search',
  labels_any: 'Any of the labels',
  labels_all: 'All of the labels',
  labels_none: 'None of the labels',
} as const satisfies Record<ReturnType<typeof setFilters>[number], string>

interface FilterChipsProps {
  search: BookingsSearch
  viewer: Viewer
  onRemove: (change: BookingsSearch) => void
}

/** A chip for each filter that is set, which removes it. */
export function FilterChips({ search, viewer, onRemove }: FilterChipsProps) {
  const isShared = search.shared === 'true'
  const isOfEvents = search.event_ids !== undefined
  const own = useQuery({
    ...eventsQuery({ includeArchived: 'true', includeDeleted: 'true' }),
    enabled: isOfEvents && !isShared,
  })
  const shared = useQuery({ ...sharedEventsQuery, enabled: isOfEvents && isShared })
  const events = isShared ? shared.data : own.data
  const active = setFilters(search)
  if (active.length === 0) return null
  const textOf = (name: (typeof active)[number]) => {
    const value = search[name]!
    if (name.startsWith('event_include')) return names[name]
    const ids = value.split(',')
    const [only] = ids
    if (name === 'event_ids') {
      const title = ids.length === 1 ? events?.find(({ id }) => id === only)?.title : undefined
      return `${names[name]}: ${title ?? ids.length}`
    }
    if (name.startsWith('labels')) return `${names[name]}: ${ids.length}`
    if (name.endsWith('_after') || name.endsWith('_before'))
      return `${names[name]} ${dayText(parseDate(value), viewer, { year: 'numeric', month: 'short', day: 'numeric' })}`
    if (name === 'booking_status' || name === 'event_status')
      return `${names[name]}: ${value.replaceAll('_', ' ').replaceAll(',', ', ')}`
    return `${names[name]}: ${value}${name.startsWith('duration') ? ' minutes' : ''}`
  }
  return (
    <ul aria-label="Active filters" className="mt-3 flex flex-wrap gap-2">
      {active.map((name) => (
        <li key={name} className="flex max-w-full min-w-0">
          <button
            type="button"
            aria-label={`Remove ${textOf(name)}`}
            onClick={() => onRemove({ [name]: undefined })}
            className="inline-flex h-8 max-w-full min-w-0 items-center gap-1.5 rounded-full border border-line bg-tint px-3 text-sm text-on-tint hover:border-line-strong pointer-coarse:min-h-11"
          >
            <span className="truncate">{textOf(name)}</span>
            <X aria-hidden="true" className="size-3.5 shrink-0" />
          </button>
        </li>
      ))}
    </ul>
  )
}
