import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import type { EventFilters, ListedEvent } from '../../../contract/event.schema.ts'
import { eventsQuery } from '../data/event-calls.ts'
import { labelEvents, labelsQuery } from '../data/label-calls.ts'
import { withKnownLabels } from '../labels/label-list.ts'
import { Selectable, SelectionBar, useSelection } from '../labels/selection.tsx'
import { pages, paths } from '../../../contract/pages.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { OwnerSwitch } from '../sharing/owner-switch.tsx'
import { usePageTitle } from '../use-page-title.ts'
import { NoEventsPicture } from '../../ui/pictures.tsx'
import { LoadingLine } from '../../ui/spinner.tsx'
import { useProgressiveCount } from '../../ui/use-progressive-count.ts'
import { useNow } from '../../ui/use-now.ts'
import { EventCard, type EventDialog } from './event-card.tsx'
import { FilterCard } from './filter-card.tsx'
import { eventsSearch } from './filters.ts'
import { SharedEvents } from './shared-events.tsx'

const route = getRouteApi('/shell/events')

export function EventsScreen() {
  usePageTitle(pages.events.title)
  const { isShared, filters } = useSearch()
  const navigate = route.useNavigate()
  return (
    <>
      <PageHeader
        title="Manage Your Events"
        description={
          isShared
            ? 'Events that others share with you.'
            : 'Share links, pause booking, and archive events you no longer need.'
        }
        action={
          <Link to={paths.createEvent} className={buttonClass({ variant: 'primary' })}>
            <Plus aria-hidden="true" />
            New Event
          </Link>
        }
      />
      <OwnerSwitch
        what="events"
        isShared={isShared}
        onChange={(toShared) =>
          void navigate({ search: toShared ? { shared: 'true' } : {}, resetScroll: false })
        }
      />
      {isShared ? (
        <SharedEvents />
      ) : (
        <>
          <FilterCard
            filters={filters}
            onChange={(search) => void navigate({ search, replace: true, resetScroll: false })}
          />
          <EventList filters={filters} />
        </>
      )}
    </>
  )
}

function useSearch() {
  const { data: labels } = useQuery(labelsQuery)
  // The router passes other query parameters too.
  const { shared, ...filters } = eventsSearch(route.useSearch())
  return { isShared: shared === 'true', filters: withKnownLabels(filters, labels) }
}

function EventList({ filters }: { filters: EventFilters }) {
  const { data: events, isError, isFetching, refetch } = useQuery(eventsQuery(filters))

  if (events === undefined) {
    return (
      <Card className="grid min-h-72 place-items-center">
        {isError ? (
          <LoadError
            title="We couldn’t load your events"
            isFetching={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <LoadingLine>Loading events...</LoadingLine>
        )}
      </Card>
    )
  }

  if (events.length === 0) {
    const { includeArchived: _, ...narrowing } = filters
    const isFiltered = Object.keys(narrowing).length > 0
    return (
      <Card>
        <EmptyState
          picture={<NoEventsPicture />}
          title="No events found"
          action={
            <Link to={paths.createEvent} className={buttonClass()}>
              <Plus aria-hidden="true" />
              Create Event
            </Link>
          }
        >
          {isFiltered
            ? 'No events match these filters. Clear a filter or create a new event.'
            : 'An event is something people can book. You choose how long it is, when you’re available and where you meet.'}
        </EmptyState>
      </Card>
    )
  }

  return <EventCards events={events} />
}

function EventCards({ events }: { events: readonly ListedEvent[] }) {
  const drawn = useProgressiveCount(events.length)
  const now = useNow()
  const list = useRef<HTMLUListElement>(null)
  /** Stays while the dialog closes. */
  const [asked, setAsked] = useState<{ event: ListedEvent; Dialog: EventDialog } | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const open = useCallback((event: ListedEvent, Dialog: EventDialog) => {
    setAsked({ event, Dialog })
    setIsOpen(true)
  }, [])
  const selection = useSelection()
  return (
    <>
      <SelectionBar
        selection={selection}
        things={events}
        noun="events"
        onLabel={(ids, change) => void labelEvents(ids, change)}
      >
        <p role="status" className="text-muted tabular-nums">
          {events.length} {events.length === 1 ? 'event' : 'events'}
        </p>
      </SelectionBar>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Events"
        className="grid grid-cols-[minmax(0,1fr)] gap-4 outline-none lg:grid-cols-2"
      >
        {events.map((event, index) => (
          // Cards outside the viewport aren't rendered. The margin keeps the shadow from being cut off.
          <li
            key={event.id}
            className="-m-1 min-h-64 min-w-0 p-1 [contain-intrinsic-size:auto_17rem] [content-visibility:auto]"
          >
            {index < drawn && (
              <Selectable selection={selection} id={event.id} name={event.title}>
                <EventCard
                  event={event}
                  now={now}
                  onOpen={open}
                  onDelete={() => list.current?.focus({ preventScroll: true })}
                />
              </Selectable>
            )}
          </li>
        ))}
      </ul>
      {asked && <asked.Dialog event={asked.event} isOpen={isOpen} onClose={() => setIsOpen(false)} />}
    </>
  )
}
