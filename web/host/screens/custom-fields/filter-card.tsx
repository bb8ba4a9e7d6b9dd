import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { type CollectionsFilters, ownershipChoices, statusChoices } from './filters.ts'

interface FilterCardProps {
  filters: CollectionsFilters
  /** The other filters stay as they are in the URL, which may be newer than `filters`. */
  onChange: (change: CollectionsFilters) => void
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
        onChange={(status) =>
          onChange({
            status: status === 'all' ? undefined : status,
            ...(status === 'archived' && { includeArchived: 'true' }),
          })
        }
      />
      <Select
        label="Ownership"
        choices={ownershipChoices}
        value={filters.ownership ?? 'all'}
        onChange={(ownership) => onChange({ ownership: ownership === 'all' ? undefined : ownership })}
      />
      <Switch
        label="Show archived"
        isOn={filters.includeArchived === 'true'}
        onChange={(isOn) =>
          onChange({
            includeArchived: isOn ? 'true' : undefined,
            // The Archived status without archived collections would be empty.
            ...(!isOn && filters.status === 'archived' && { status: undefined }),
          })
        }
        className="sm:col-span-2 lg:col-span-1 lg:pb-2.5"
      />
    </section>
  )
}
