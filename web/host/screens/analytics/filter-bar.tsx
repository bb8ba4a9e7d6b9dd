import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { Card } from '../../../ui/card.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { Select } from '../../../ui/select.tsx'
import { eventsQuery } from '../../data/event-calls.ts'
import { eventChoices } from '../../parts/event-choices.ts'
import {
  type AnalyticsSearch,
  CUSTOM,
  type Days,
  type EnteredDays,
  isPeriod,
  periodChoices,
  periodOf,
} from './filters.ts'
import { periodErrors } from './period-errors.ts'

const ALL = ''

interface FilterBarProps {
  search: AnalyticsSearch
  /** The days that the search is about. */
  days: Days
  viewer: Viewer
  onChange: (search: AnalyticsSearch) => void
}

export function FilterBar({ search, days, viewer, onChange }: FilterBarProps) {
  const { data: events } = useQuery(eventsQuery({ includeArchived: 'true', includeDeleted: 'true' }))
  const choices = useMemo(() => eventChoices(events ?? [], viewer), [events, viewer])
  const { event } = search
  const isKnown = event === undefined || choices.some(({ value }) => value === event)
  const period = periodOf(search)
  const ofEvent = event === undefined ? {} : { event }
  return (
    <Card className="mb-4 grid gap-4 p-4 sm:grid-cols-2 sm:p-5 lg:grid-cols-4">
      <Select
        label="Period"
        choices={periodChoices}
        value={period}
        onChange={(value) =>
          onChange({
            ...ofEvent,
            ...(value === CUSTOM ? { from: days.dateFrom, to: days.dateTo } : { weeks: value }),
          })
        }
      />
      <Select
        label="Event"
        choices={[
          { value: ALL, label: 'All events' },
          ...(isKnown
            ? []
            : [{ value: event, label: events === undefined ? 'Loading events...' : 'Deleted event' }]),
          ...choices,
        ]}
        value={event ?? ALL}
        onChange={(value) => {
          const { event: _, ...others } = search
          onChange(value === ALL ? others : { ...others, event: value })
        }}
      />
      {period === CUSTOM && (
        <CustomDates
          days={days}
          onChange={({ dateFrom, dateTo }) => onChange({ ...ofEvent, from: dateFrom, to: dateTo })}
        />
      )}
    </Card>
  )
}

/** Two dates, reported while they are a period. */
function CustomDates({ days, onChange }: { days: Days; onChange: (days: Days) => void }) {
  const [entered, setEntered] = useState<EnteredDays>(days)
  const [shown, setShown] = useState(days)
  // Going back in the history leads to other dates.
  if (days.dateFrom !== shown.dateFrom || days.dateTo !== shown.dateTo) {
    setShown(days)
    setEntered(days)
  }
  const errors = periodErrors(entered)
  function enter(change: Partial<EnteredDays>) {
    const next = { ...entered, ...change }
    setEntered(next)
    if (!isPeriod(next)) return
    setShown(next)
    onChange(next)
  }
  return (
    <>
      <DateField
        label="From"
        value={entered.dateFrom}
        error={errors.dateFrom}
        onChange={(dateFrom) => enter({ dateFrom })}
      />
      <DateField
        label="To"
        value={entered.dateTo}
        error={errors.dateTo}
        onChange={(dateTo) => enter({ dateTo })}
      />
    </>
  )
}
