import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { bookingStatuses, eventRunStatuses } from '../../../../contract/bookings/booking-filters.ts'
import { eventMessages } from '../../../../contract/events/event-options.ts'
import type { SharedEvent } from '../../../../contract/events/event-shares.schema.ts'
import { zoneName } from '../../../../contract/time/time-text.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { eventsQuery } from '../../data/event-calls.ts'
import { sharedEventsQuery } from '../../data/event-share-calls.ts'
import { eventChoices } from '../../parts/event-choices.ts'
import { LabelFilters } from '../../parts/labels/label-filters.tsx'
import { DateField, UNFINISHED_DATE } from '../../../ui/date-field.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { type Choice, Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Choices } from './choices.tsx'
import type { BookingsSearch } from '../../parts/bookings-search.ts'
import { useTypedFilter } from './use-typed-filter.ts'

const statusChoices = [
  { value: 'confirmed', label: 'Confirmed' },
  { value: 'canceled', label: 'Canceled' },
  { value: bookingStatuses.join(), label: 'Confirmed and canceled' },
] as const satisfies readonly Choice<string>[]

const runStatusChoices = [
  { value: 'not_yet_started', label: 'Not Yet Started' },
  { value: 'running', label: 'Running' },
  { value: 'ended', label: 'Ended' },
] as const

interface FilterProps {
  search: BookingsSearch
  onChoose: (change: BookingsSearch) => void
  onType: (change: BookingsSearch) => void
}

/** All filters except the search, which is always visible. */
export function FilterCard({
  id,
  isOpen,
  viewer,
  ...filter
}: FilterProps & { id: string; isOpen: boolean; viewer: Viewer }) {
  const { search, onChoose } = filter
  return (
    <section
      id={id}
      aria-label="Filters"
      // Stays mounted while closed, to keep unfinished input.
      hidden={!isOpen}
      className="mt-4 border-t border-line pt-4"
    >
      <div className="grid grid-cols-2 items-start gap-4 max-sm:[&>:nth-child(-n+2)]:col-span-2 lg:grid-cols-4">
        <Select
          label="Booking status"
          choices={statusChoices}
          value={search.booking_status ?? 'confirmed'}
          onChange={(booking_status) => onChoose({ booking_status })}
        />
        <TypedText
          {...filter}
          name="attendees"
          label="Attendees"
          hint="Names or emails, separated by commas"
        />
        <TypedNumber {...filter} name="duration_min" label="Min duration" hint="Minutes" />
        <TypedNumber
          {...filter}
          name="duration_max"
          label="Max duration"
          hint="Minutes"
          error={isAfter(Number(search.duration_min), Number(search.duration_max)) && 'Less than the minimum'}
        />
        <TypedDate {...filter} name="meeting_after" label="Meeting after" />
        <TypedDate
          {...filter}
          name="meeting_before"
          label="Meeting before"
          error={isAfter(search.meeting_after, search.meeting_before) && 'End date is before start date'}
        />
        <TypedDate {...filter} name="created_after" label="Created after" />
        <TypedDate {...filter} name="updated_after" label="Updated after" />
      </div>
      <p className="mt-2 text-xs text-muted">
        Dates are in {zoneName(viewer.timeZone)}. “Updated after” excludes the day you pick.
      </p>
      <div className="mt-4 grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <TypedText {...filter} name="event_q" label="Search events" hint="Search titles and descriptions" />
        <RunStatuses {...filter} />
        {isOpen && <Events {...filter} viewer={viewer} />}
        <div className="flex flex-col gap-3 lg:pt-7">
          <Switch
            label="Include disabled events"
            isOn={search.event_include_disabled === undefined}
            onChange={(isOn) => onChoose({ event_include_disabled: String(isOn) })}
          />
          <Switch
            label="Include archived events"
            isOn={search.event_include_archived === undefined}
            onChange={(isOn) => onChoose({ event_include_archived: String(isOn) })}
          />
        </div>
      </div>
      {search.shared !== 'true' && <LabelFilters search={search} onChange={onChoose} className="mt-4" />}
    </section>
  )
}

const isAfter = <Value extends string | number>(first: Value | undefined, last: Value | undefined) =>
  first !== undefined && last !== undefined && first > last

interface TypedProps extends Omit<FilterProps, 'onChoose'> {
  name: keyof BookingsSearch
  label: string
  hint?: string
  error?: string | false
}

export function TypedText({ name, search, onType, label, hint }: TypedProps) {
  const { text, setText } = useTypedFilter(name, search, onType)
  return (
    <TextField
      label={label}
      hint={hint}
      maxLength={name === 'attendees' ? 500 : 200}
      value={text}
      onChange={setText}
    />
  )
}

function TypedNumber({ name, search, onType, label, hint, error }: TypedProps) {
  const { text, setText, isKnown } = useTypedFilter(name, search, onType)
  return (
    <NumberField
      label={label}
      hint={hint}
      min={0}
      max={99_999}
      error={isKnown ? error || null : 'Use a whole number of minutes'}
      value={text === '' ? null : Number(text)}
      onChange={(value) => setText(value === null ? '' : String(value))}
    />
  )
}

/** The value of an unfinished date, distinct from an empty one. */
const UNFINISHED = '?'

function TypedDate({ name, search, onType, label, error }: TypedProps) {
  const { text, setText, isKnown } = useTypedFilter(name, search, onType)
  const isUnfinished = text === UNFINISHED
  return (
    <DateField
      label={label}
      error={isUnfinished ? eventMessages.unfinishedDate : isKnown ? error || null : eventMessages.date}
      value={isUnfinished ? UNFINISHED_DATE : text || null}
      onChange={(date) => setText(date === UNFINISHED_DATE ? UNFINISHED : (date ?? ''))}
    />
  )
}

function RunStatuses({ search, onChoose }: FilterProps) {
  const chosen = search.event_status?.split(',') ?? [...eventRunStatuses]
  return (
    <Choices
      label="Event status"
      choices={runStatusChoices}
      chosen={chosen}
      // At least one status must stay selected, because events in no status don't exist.
      isKept={(value) => chosen.length === 1 && chosen[0] === value}
      onChange={(next) => onChoose({ event_status: next.join() })}
    />
  )
}

// Only one's own events can be deleted and still be listed.
const asNotDeleted = (events: readonly SharedEvent[]) =>
  events.map((event) => ({ ...event, isDeleted: false }))

function Events({ search, viewer, onChoose }: FilterProps & { viewer: Viewer }) {
  const isShared = search.shared === 'true'
  const own = useQuery({
    ...eventsQuery({ includeArchived: 'true', includeDeleted: 'true' }),
    enabled: !isShared,
  })
  const shared = useQuery({ ...sharedEventsQuery, enabled: isShared, select: asNotDeleted })
  const events = isShared ? shared.data : own.data
  const chosen = search.event_ids?.split(',') ?? []
  const known = useMemo(() => eventChoices(events ?? [], viewer), [events, viewer])
  const gone = chosen
    .filter((id) => events !== undefined && !known.some(({ value }) => value === id))
    .map((value) => ({ value, label: isShared ? 'No longer shared' : 'Deleted event' }))
  return (
    <Choices
      label="Events"
      choices={[...gone, ...known]}
      chosen={chosen}
      empty={events === undefined ? 'Loading events...' : 'No events yet.'}
      onChange={(next) => onChoose({ event_ids: next.join() })}
    />
  )
}
