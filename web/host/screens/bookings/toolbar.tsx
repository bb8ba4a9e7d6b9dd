import { ArrowDownWideNarrow, ArrowUpNarrowWide, ListFilter, RotateCcw } from 'lucide-react'
import { memo, useId, useState } from 'react'
import { type BookingSortKey, pageSizes } from '../../../../contract/bookings/booking-filters.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { type Choice, Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { FilterCard, TypedText } from './filter-card.tsx'
import { FilterChips } from './filter-chips.tsx'
import {
  type BookingsSearch,
  type BookingTab,
  setFilters,
  tabOf,
  toTab,
  viewOf,
} from '../../parts/bookings-search.ts'

const sortChoices = [
  { value: 'start_utc', label: 'Meeting start' },
  { value: 'end_utc', label: 'Meeting end' },
  { value: 'created_at', label: 'Date booked' },
  { value: 'updated_at', label: 'Last updated' },
] as const satisfies readonly Choice<BookingSortKey>[]

const tabChoices = [
  { value: 'upcoming', label: 'Upcoming' },
  { value: 'past', label: 'Past' },
  { value: 'canceled', label: 'Canceled' },
  { value: 'all', label: 'All' },
] as const satisfies readonly { value: BookingTab; label: string }[]

const sizeChoices = pageSizes.map((size) => ({ value: String(size), label: String(size) }))

interface ToolbarProps {
  search: BookingsSearch
  viewer: Viewer
  onChoose: (change: BookingsSearch) => void
  /** The same for typed input, without adding history entries. */
  onType: (change: BookingsSearch) => void
  onReset: () => void
}

export const Toolbar = memo(function Toolbar({ search, viewer, onChoose, onType, onReset }: ToolbarProps) {
  const active = setFilters(search).length
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  // A reset also drops unfinished input, so the fields remount.
  const [resets, setResets] = useState(0)
  const filtersId = useId()
  const { sortKey, isDescending, pageSize, isGrouped } = viewOf(search)
  const Direction = isDescending ? ArrowDownWideNarrow : ArrowUpNarrowWide
  return (
    <section aria-label="Search and filter bookings" className="mb-5">
      <Segments
        label="Bookings to show"
        choices={tabChoices}
        value={tabOf(search)}
        onChange={(tab) => onChoose(toTab(tab))}
        className="mb-4 max-w-full max-sm:w-full max-sm:[&>label]:grow max-sm:[&>label]:justify-center max-sm:[&>label]:px-1"
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-end gap-4 sm:grid-cols-[minmax(0,1fr)_auto] lg:grid-cols-[minmax(0,1fr)_auto_auto]">
        <div className="sm:col-span-2 lg:col-span-1">
          <TypedText key={resets} name="booking_q" label="Search bookings" search={search} onType={onType} />
        </div>
        <div className="flex items-end gap-2">
          <Select
            label="Sort by"
            className="flex-1 sm:min-w-40"
            choices={sortChoices}
            value={sortKey as BookingSortKey}
            onChange={(key) => onChoose({ order_by: `${isDescending ? '-' : ''}${key}` })}
          />
          <Button
            aria-label={isDescending ? 'Descending: sort ascending' : 'Ascending: sort descending'}
            title={isDescending ? 'Sort ascending' : 'Sort descending'}
            onClick={() => onChoose({ order_by: `${isDescending ? '' : '-'}${sortKey}` })}
          >
            <Direction aria-hidden="true" />
            {isDescending ? 'Descending' : 'Ascending'}
          </Button>
        </div>
        <Select
          label="Per page"
          className="min-w-24"
          choices={sizeChoices}
          value={String(pageSize)}
          onChange={(items_per_page) => onChoose({ items_per_page })}
        />
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-2 max-sm:[&>button]:grow">
        <Switch
          label="Group by Event"
          isOn={isGrouped}
          // The bookings stay the same in a different order, so the page number stays.
          onChange={(isOn) => onChoose({ group_by_event: String(isOn), page: search.page })}
          className="mr-auto pr-4 max-sm:basis-full"
        />
        <Button
          aria-expanded={isOpen}
          aria-controls={wasOpened ? filtersId : undefined}
          className="aria-expanded:bg-sunken"
          onClick={() => {
            setIsOpen(!isOpen)
            setWasOpened(true)
          }}
        >
          <ListFilter aria-hidden="true" />
          Filters
          {active > 0 && (
            <span className="grid h-5 min-w-5 place-items-center rounded-full bg-brand px-1.5 text-xs text-on-brand tabular-nums">
              {active}
              <span className="sr-only"> active</span>
            </span>
          )}
        </Button>
        <Button
          variant="quiet"
          onClick={() => {
            setResets(resets + 1)
            onReset()
          }}
        >
          <RotateCcw aria-hidden="true" />
          Reset
        </Button>
      </div>
      {wasOpened && (
        <FilterCard
          key={`filters ${resets}`}
          id={filtersId}
          isOpen={isOpen}
          viewer={viewer}
          search={search}
          onChoose={onChoose}
          onType={onType}
        />
      )}
      <FilterChips search={search} viewer={viewer} onRemove={onChoose} />
    </section>
  )
})
