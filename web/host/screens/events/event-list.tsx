import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type RefObject, useCallback, useRef, useState } from 'react'
import { acceptsBookings } from '../../../../contract/bookings/booking-obstacles.ts'
import type { EventFilters, ListedEvent } from '../../../../contract/events/event.schema.ts'
import { paths } from '../../../../contract/pages/pages.ts'
import { changeEvent, eventsQuery } from '../../data/event-calls.ts'
import { labelEvents } from '../../data/label-calls.ts'
import { Selectable, SelectionBar, useSelection } from '../../parts/labels/selection.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { PageNav } from '../../../ui/page-nav.tsx'
import { NoEventsPicture } from '../../../ui/pictures.tsx'
import { LoadingLine } from '../../../ui/spinner.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { useProgressiveCount } from '../../../ui/use-progressive-count.ts'
import { withKnownZones } from '../../parts/time/known-zones.ts'
import { DeletedEvents } from './deleted-events.tsx'
import type { EventButtonsProps, EventDialog } from './event-buttons.tsx'
import { EventCard, EventRow } from './event-card.tsx'
import { type EventsSearch, isLeaving } from './filters.ts'
import { pageOf, shownEvents } from './shown-events.ts'

/** More events than that are shown as rows. */
const MAX_CARDS = 12

interface EventListProps {
  search: EventsSearch
  onPage: (page: number) => void
}

export function EventList({ search, onPage }: EventListProps) {
  const { q, sort, page: wanted = '1', shared: _, ...filters } = search
  const { data: events, isError, isFetching, refetch } = useQuery(eventsQuery(filters))
  /** Gets the focus before a focused card disappears, perhaps the last one. */
  const root = useRef<HTMLElement>(null)

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

  const found = shownEvents(events, { ...(q && { q }), ...(sort && { sort }) })
  const { page, pages, items } = pageOf(found, Number(wanted))
  const isDeleted = filters.status === 'deleted'
  return (
    <section ref={root} tabIndex={-1} aria-label="Events" className="outline-none">
      {found.length === 0 ? (
        <NoEvents search={search} />
      ) : isDeleted ? (
        <DeletedEvents events={items} root={root} />
      ) : (
        <Events
          key={page}
          events={items}
          total={found.length}
          isRows={found.length > MAX_CARDS}
          filters={filters}
          root={root}
        />
      )}
      {pages > 1 && <PageNav page={page} last={pages} onPage={onPage} />}
    </section>
  )
}

function NoEvents({ search }: { search: EventsSearch }) {
  const { sort: _sort, page: _page, shared: _shared, includeArchived: _archived, ...narrowing } = search
  const isDeleted = search.status === 'deleted'
  return (
    <Card>
      <EmptyState
        picture={<NoEventsPicture />}
        title="No events found"
        action={
          isDeleted ? undefined : (
            <Link to={paths.createEvent} className={buttonClass()}>
              <Plus aria-hidden="true" />
              Create Event
            </Link>
          )
        }
      >
        {isDeleted
          ? 'Events you delete stay here for 24 hours, so you can restore them.'
          : Object.keys(narrowing).length > 0
            ? 'No events match these filters. Clear a filter or create a new event.'
            : 'An event is something people can book. You choose how long it is, when you’re available and where you meet.'}
      </EmptyState>
    </Card>
  )
}

interface EventsProps {
  events: readonly ListedEvent[]
  /** On all pages. */
  total: number
  isRows: boolean
  filters: EventFilters
  /** Gets the focus of a card that is about to disappear. */
  root: RefObject<HTMLElement | null>
}

function Events({ events, total, isRows, filters, root }: EventsProps) {
  const drawn = useProgressiveCount(events.length)
  const now = useNow()
  /** Stays while the dialog closes. */
  const [asked, setAsked] = useState<{ event: ListedEvent; Dialog: EventDialog } | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const open = useCallback((event: ListedEvent, Dialog: EventDialog) => {
    setAsked({ event, Dialog })
    setIsOpen(true)
  }, [])
  const { includeArchived, acceptingBookings } = filters
  const changeState: EventButtonsProps['onChange'] = useCallback(
    (event, part, said) => {
      const changed = withKnownZones({ ...event, ...part })
      const isAccepting = acceptsBookings(changed, Date.now())
      if (isLeaving({ ...changed, isAccepting }, { includeArchived, acceptingBookings }))
        root.current?.focus({ preventScroll: true })
      void changeEvent(event, part, said)
    },
    [includeArchived, acceptingBookings, root],
  )
  const selection = useSelection()
  const Shown = isRows ? EventRow : EventCard
  return (
    <>
      <SelectionBar
        selection={selection}
        things={events}
        noun="events"
        onLabel={(ids, change) => void labelEvents(ids, change)}
      >
        <p role="status" className="text-muted tabular-nums">
          {total} {total === 1 ? 'event' : 'events'}
        </p>
      </SelectionBar>
      <ul
        aria-label="Events"
        className={`grid grid-cols-[minmax(0,1fr)] ${isRows ? '@container gap-2' : 'gap-4 lg:grid-cols-2'}`}
      >
        {events.map((event, index) => (
          // What is outside the viewport isn't rendered. The margin keeps the shadow from being cut off.
          <li
            key={event.id}
            className={`-m-1 min-w-0 p-1 [content-visibility:auto] ${
              isRows
                ? 'min-h-20 [contain-intrinsic-size:auto_5rem] max-md:[contain-intrinsic-size:auto_10.5rem]'
                : 'min-h-64 [contain-intrinsic-size:auto_17rem]'
            }`}
          >
            {index < drawn && (
              <Selectable selection={selection} id={event.id} name={event.title}>
                <Shown event={event} now={now} onOpen={open} onChange={changeState} />
              </Selectable>
            )}
          </li>
        ))}
      </ul>
      {asked && <asked.Dialog event={asked.event} isOpen={isOpen} onClose={() => setIsOpen(false)} />}
    </>
  )
}
