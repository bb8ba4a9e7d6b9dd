import type { EventFilters } from '../../../contract/event.schema.ts'
import { LabelFilters } from '../labels/label-filters.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { bookingStatusChoices, statusChoices } from './filters.ts'

interface FilterCardProps {
  filters: EventFilters
  onChange: (filters: EventFilters) => void
}

export function FilterCard({ filters, onChange }: FilterCardProps) {
  return (
    <section
      aria-label="Filters"
      className="mb-4 grid items-end gap-4 rounded-lg border border-line bg-surface p-4 shadow-sm sm:grid-cols-2 sm:p-5 lg:grid-cols-[1fr_1fr_auto] lg:gap-6"
    >
      <Select
        label="Status"
        choices={statusChoices}
        value={filters.status ?? 'all'}
        onChange={(status) => onChange({ ...filters, status: status === 'all' ? undefined : status })}
      />
      <Select
        label="Booking Status"
        choices={bookingStatusChoices}
        value={filters.acceptingBookings ?? 'all'}
        onChange={(value) => onChange({ ...filters, acceptingBookings: value === 'all' ? undefined : value })}
      />
      <Switch
        label="Show archived events"
        isOn={filters.includeArchived === 'true'}
        onChange={(isOn) => onChange({ ...filters, includeArchived: isOn ? 'true' : undefined })}
        className="sm:col-span-2 lg:col-span-1 lg:pb-2.5"
      />
      <LabelFilters
        search={filters}
        onChange={(change) => onChange({ ...filters, ...change })}
        className="sm:col-span-2 lg:col-span-3"
      />
    </section>
  )
}
