import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { product } from '../../contract/product.ts'
import { eventsQuery } from '../event-calls.ts'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { BrokenPicture, NoEventsPicture } from '../ui/pictures.tsx'
import { LoadingLine } from '../ui/spinner.tsx'
import { EventCard } from './event-card.tsx'
import { FilterCard } from './filter-card.tsx'

const route = getRouteApi('/shell/events')

export function EventsScreen() {
  usePageTitle('Events', product.name)
  const filters = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <>
      <PageHeader
        title="Manage Your Events"
        description="Share their links, open and close them for bookings, and put away what is over."
        action={
          <Link to={paths.createEvent} className={buttonClass({ variant: 'primary' })}>
            <Plus aria-hidden="true" />
            New Event
          </Link>
        }
      />
      <FilterCard
        filters={filters}
        onChange={(search) => void navigate({ search, replace: true, resetScroll: false })}
      />
      <EventList />
    </>
  )
}

function EventList() {
  const filters = route.useSearch()
  const { data: events, isError, isFetching, refetch } = useQuery(eventsQuery(filters))

  if (events === undefined) {
    return (
      <Card className="grid min-h-72 place-items-center">
        {isError ? (
          <EmptyState
            isError
            picture={<BrokenPicture />}
            title="Your events are not here"
            action={
              <Button isBusy={isFetching} onClick={() => void refetch()}>
                Try again
              </Button>
            }
          >
            They are safe on the server, which did not hand them out just now.
          </EmptyState>
        ) : (
          <LoadingLine>Loading events...</LoadingLine>
        )}
      </Card>
    )
  }

  if (events.length === 0) {
    const isFiltered = filters.status !== undefined || filters.acceptingBookings !== undefined
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
            ? 'No event meets these filters. Widen them, or create one that does.'
            : 'An event is what people book: how long, on which days, and where you meet.'}
        </EmptyState>
      </Card>
    )
  }

  return (
    <ul aria-label="Events" className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
      {events.map((event) => (
        <li key={event.id} className="min-w-0">
          <EventCard event={event} />
        </li>
      ))}
    </ul>
  )
}
