import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarCheck2, Clock, Pencil, Plus, Share2 } from 'lucide-react'
import { useState } from 'react'
import { findObstacles } from '../../../../contract/bookings/booking-obstacles.ts'
import type { ListedEvent } from '../../../../contract/events/event.schema.ts'
import { DeleteEventButton } from '../../parts/event-deletion/delete-button.tsx'
import { DeleteEventDialog } from '../../parts/lazy-dialogs.tsx'
import { copyLink, publicLink } from '../../parts/booking-link.ts'
import { eventsQuery } from '../../data/event-calls.ts'
import { paths } from '../../../../contract/pages/pages.ts'
import { EditEventLink } from '../../parts/edit-event-link.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { SectionCard } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { NoEventsPicture } from '../../../ui/pictures.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useNow } from '../../../ui/use-now.ts'

/** The newest; the events screen has all. */
const MAX_SHOWN = 10

export function YourEvents() {
  return (
    <SectionCard title="Your Events" className="min-w-0">
      <Content />
    </SectionCard>
  )
}

function Content() {
  const { data: events, isError, isFetching, refetch } = useQuery(eventsQuery())
  /** Stays while the dialog closes. */
  const [asked, setAsked] = useState<ListedEvent | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const ask = (event: ListedEvent) => {
    setAsked(event)
    setIsOpen(true)
  }
  if (events === undefined && isError) {
    return (
      <LoadError
        title="We couldn’t load your events"
        isFetching={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (events === undefined) {
    return (
      <div role="status" className="flex flex-col gap-6 py-2">
        <span className="sr-only">Loading events...</span>
        {[1, 2, 3].map((row) => (
          <div key={row} className="flex flex-col gap-2">
            <Skeleton className="h-5 w-2/5" />
            <Skeleton className="h-4 w-4/5" />
            <Skeleton className="h-4 w-1/3" />
          </div>
        ))}
      </div>
    )
  }
  if (events.length === 0) {
    return (
      <EmptyState
        picture={<NoEventsPicture />}
        title="No events found. Create your first event!"
        action={
          <Link to={paths.createEvent} className={buttonClass()}>
            <Plus aria-hidden="true" />
            Create Event
          </Link>
        }
      />
    )
  }
  return (
    <>
      <ul className="-my-1 divide-y divide-line">
        {events.slice(0, MAX_SHOWN).map((event) => (
          <li key={event.id} className="py-4 first:pt-1 last:pb-1">
            <EventRow event={event} onAsk={ask} />
          </li>
        ))}
      </ul>
      {events.length > MAX_SHOWN && (
        <Link to={paths.events} className={`${buttonClass({ size: 'sm' })} mt-4`}>
          All {events.length} events
        </Link>
      )}
      {asked && <DeleteEventDialog event={asked} isOpen={isOpen} onClose={() => setIsOpen(false)} />}
    </>
  )
}

interface EventRowProps {
  event: ListedEvent
  /** Opens the dialog about deleting it. */
  onAsk: (event: ListedEvent) => void
}

function EventRow({ event, onAsk }: EventRowProps) {
  const { id, title, description, duration, bookingsCount } = event
  const hasEnded = findObstacles(event, useNow()).some(
    (one) => one === 'event-ended' || one === 'booking-ended' || one === 'window-ended',
  )
  return (
    <article aria-label={title} className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="text-base leading-snug font-semibold wrap-anywhere">
          <bdi>{title}</bdi>{' '}
          <span className="ml-1 inline-block -translate-y-px align-middle tracking-normal">
            {event.is_active && !hasEnded ? (
              <Badge tone="success" hasDot>
                Active
              </Badge>
            ) : (
              <Badge hasDot>{hasEnded ? 'Ended' : 'Paused'}</Badge>
            )}
          </span>
        </h3>
        <p className="mt-1 line-clamp-2 text-muted wrap-anywhere">
          {description || 'No description provided'}
        </p>
        <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-muted tabular-nums [&_svg]:size-4">
          <span className="flex items-center gap-1.5">
            <Clock aria-hidden="true" />
            {duration} minutes
          </span>
          <span className="flex items-center gap-1.5">
            <CalendarCheck2 aria-hidden="true" />
            {bookingsCount} {bookingsCount === 1 ? 'booking' : 'bookings'}
          </span>
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-1 sm:-mt-1 sm:-mr-2.5">
        {!event.rules.linksOnly && (
          <Button size="sm" onClick={() => void copyLink(publicLink(event))}>
            <Share2 aria-hidden="true" />
            Share Link
          </Button>
        )}
        <EditEventLink
          eventId={id}
          aria-label={`Edit ${title}`}
          className={buttonClass({ variant: 'quiet', size: 'icon' })}
        >
          <Pencil aria-hidden="true" />
        </EditEventLink>
        <DeleteEventButton event={event} onAsk={onAsk} size="icon" aria-label={`Delete ${title}`} />
      </div>
    </article>
  )
}
