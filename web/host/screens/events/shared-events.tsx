import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarCheck2, Clock, LogOut, Share2, UserRound } from 'lucide-react'
import { useRef, useState } from 'react'
import { meetViaLabels } from '../../../../contract/events/event-options.ts'
import type { SharedEvent } from '../../../../contract/events/event-shares.schema.ts'
import { shareRoleLabels } from '../../../../contract/events/event-shares.ts'
import { paths } from '../../../../contract/pages/pages.ts'
import { bookingLink, copyLink } from '../../parts/booking-link.ts'
import { leaveEvent, sharedEventsQuery } from '../../data/event-share-calls.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { NoEventsPicture } from '../../../ui/pictures.tsx'
import { RestoreFocus } from '../../../ui/restore-focus.tsx'
import { LoadingLine } from '../../../ui/spinner.tsx'

/** The events that are shared with the host. */
export function SharedEvents() {
  const { data: events, isError, isFetching, refetch } = useQuery(sharedEventsQuery)
  const list = useRef<HTMLDivElement>(null)
  const [leaving, setLeaving] = useState<SharedEvent | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  if (events === undefined) {
    return (
      <Card className="grid min-h-72 place-items-center">
        {isError ? (
          <LoadError
            title="We couldn’t load the events shared with you"
            isFetching={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <LoadingLine>Loading events...</LoadingLine>
        )}
      </Card>
    )
  }
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {events.length === 0 ? (
        <Card>
          <EmptyState picture={<NoEventsPicture />} title="Nothing is shared with you">
            When a colleague shares an event with your address, you’ll find it here.
          </EmptyState>
        </Card>
      ) : (
        <ul
          aria-label="Events shared with you"
          className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2"
        >
          {events.map((event) => (
            <li key={event.id} className="min-w-0">
              <SharedEventCard
                event={event}
                onLeave={() => {
                  setLeaving(event)
                  setIsAsking(true)
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {leaving && (
        <LeaveDialog event={leaving} isOpen={isAsking} orElse={list} onClose={() => setIsAsking(false)} />
      )}
    </div>
  )
}

function SharedEventCard({ event, onLeave }: { event: SharedEvent; onLeave: () => void }) {
  const { id, title, duration, ownerName, role, isAcceptingBookings } = event
  return (
    <article
      aria-label={title}
      className="flex h-full flex-col gap-3 rounded-lg border border-line bg-surface px-4 py-5 shadow-sm sm:px-5"
    >
      <div className="flex flex-wrap gap-1.5">
        <Badge tone="brand">{shareRoleLabels[role]}</Badge>
        {isAcceptingBookings ? (
          <Badge tone="success">Accepting Bookings</Badge>
        ) : (
          <Badge>Not Accepting</Badge>
        )}
      </div>
      <h2 className="text-lg leading-snug font-semibold wrap-anywhere">
        <bdi>{title}</bdi>
      </h2>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-muted tabular-nums [&_svg]:size-4 [&_svg]:shrink-0">
        <li className="flex items-center gap-1.5 wrap-anywhere">
          <UserRound aria-hidden="true" /> <bdi>{ownerName}</bdi>
        </li>
        <li className="flex items-center gap-1.5">
          <Clock aria-hidden="true" /> {duration} minutes
        </li>
        <li>{meetViaLabels[event.meetVia]}</li>
      </ul>
      <div className="mt-auto flex flex-wrap gap-2 pt-2 max-sm:*:grow">
        <Link
          to={paths.bookings}
          search={{ shared: 'true', event_ids: id }}
          className={buttonClass({ size: 'sm' })}
        >
          <CalendarCheck2 aria-hidden="true" />
          See bookings
        </Link>
        {!event.linksOnly && (
          <Button size="sm" onClick={() => void copyLink(bookingLink(event.bookingUrlId))}>
            <Share2 aria-hidden="true" />
            Share Link
          </Button>
        )}
        <Button size="sm" variant="quiet-danger" className="sm:ml-auto" onClick={onLeave}>
          <LogOut aria-hidden="true" />
          Remove me
        </Button>
      </div>
    </article>
  )
}

interface LeaveDialogProps {
  event: SharedEvent
  isOpen: boolean
  /** Gets the focus if the event's card is gone. */
  orElse: React.RefObject<HTMLElement | null>
  onClose: () => void
}

function LeaveDialog({ event, isOpen, orElse, onClose }: LeaveDialogProps) {
  const [isSending, setIsSending] = useState(false)
  async function leave() {
    setIsSending(true)
    const isDone = await leaveEvent(event)
    setIsSending(false)
    if (isDone) onClose()
  }
  return (
    <Dialog
      role="alertdialog"
      title={
        <>
          Remove yourself from “<bdi>{event.title}</bdi>”?
        </>
      }
      isOpen={isOpen}
      onClose={() => {
        if (!isSending) onClose()
      }}
      actions={
        <>
          <Button disabled={isSending} onClick={onClose}>
            Keep access
          </Button>
          <Button variant="danger" isBusy={isSending} onClick={() => void leave()}>
            Remove me
          </Button>
        </>
      }
    >
      <RestoreFocus target={orElse} />
      <p className="text-muted wrap-anywhere">
        You’ll no longer see its bookings. Only {event.ownerName} can share it with you again.
      </p>
    </Dialog>
  )
}
