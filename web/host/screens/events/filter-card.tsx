import { LabelFilters } from '../../parts/labels/label-filters.tsx'
import { useTypedText } from '../../parts/use-typed-text.ts'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import {
  bookingStatusChoices,
  type EventSort,
  eventsSearch,
  type EventsSearch,
  MAX_SEARCH,
  sortChoices,
  statusChoices,
} from './filters.ts'

interface FilterCardProps {
  search: EventsSearch
  /** The other filters stay as they are in the URL, which may be newer than `search`. */
  onChange: (change: EventsSearch) => void
}

export function FilterCard({ search, onChange }: FilterCardProps) {
  // Any change starts at the first page.
  const change = (part: EventsSearch) => onChange({ page: undefined, ...part })
  const { text, setText } = useTypedText(
    search.q ?? '',
    (typed) => eventsSearch({ q: typed }).q ?? '',
    (q) => change({ q: q || undefined }),
  )
  const isDeleted = search.status === 'deleted'
  return (
    <section
      aria-label="Filters"
      className="mb-4 grid items-end gap-4 rounded-lg border border-line bg-surface p-4 shadow-sm sm:grid-cols-2 sm:p-5 xl:grid-cols-4"
    >
      <TextField label="Search events" maxLength={MAX_SEARCH} value={text} onChange={setText} />
      <Select
        label="Sort by"
        choices={sortChoices}
        value={search.sort ?? 'newest'}
        onChange={(sort: EventSort) => change({ sort: sort === 'newest' ? undefined : sort })}
      />
      <Select
        label="Status"
        choices={statusChoices}
        value={search.status ?? 'all'}
        onChange={(status) => change({ status: status === 'all' ? undefined : status })}
      />
      <Select
        label="Booking Status"
        choices={bookingStatusChoices}
        isDisabled={isDeleted}
        value={isDeleted ? 'all' : (search.acceptingBookings ?? 'all')}
        onChange={(value) => change({ acceptingBookings: value === 'all' ? undefined : value })}
      />
      {!isDeleted && (
        <Switch
          label="Show archived events"
          isOn={search.includeArchived === 'true'}
          onChange={(isOn) => change({ includeArchived: isOn ? 'true' : undefined })}
          className="sm:col-span-2 xl:col-span-4"
        />
      )}
      <LabelFilters search={search} onChange={change} className="sm:col-span-2 xl:col-span-4" />
    </section>
  )
}
