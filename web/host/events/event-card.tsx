import { Link } from '@tanstack/react-router'
import {
  Archive,
  ArchiveRestore,
  CalendarCheck2,
  CalendarOff,
  CircleHelp,
  Clock,
  Ellipsis,
  ExternalLink,
  Link2,
  Pencil,
  Share2,
  Trash2,
  UserPlus,
  Users,
} from 'lucide-react'
import { type ComponentType, memo } from 'react'
import { acceptsBookings } from '../../../contract/booking-obstacles.ts'
import type { ListedEvent } from '../../../contract/event.schema.ts'
import { bookForPath, bookingPath, meetViaLabels } from '../../../contract/event-options.ts'
import { periodStatus } from '../../../contract/event-periods.ts'
import { bookingLink, copyLink } from '../booking-link.ts'
import { labelEvents } from '../data/label-calls.ts'
import { Labeling } from '../labels/labeling.tsx'
import { changeEvent, deleteEvent } from '../data/event-calls.ts'
import { paths } from '../../../contract/pages.ts'
import { withKnownZones } from '../time/known-zones.ts'
import { LinksDialog } from '../one-off-links/links-dialog.tsx'
import { TeamDialog } from '../sharing/team-dialog.tsx'
import { toasts } from '../toasts.ts'
import { ExplainDialog } from './explain-dialog.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'

const runStatus: Record<ListedEvent['status'], { text: string; tone: Tone }> = {
  'not-started': { text: 'Not Yet Started', tone: 'warning' },
  active: { text: 'Running', tone: 'brand' },
  ended: { text: 'Ended', tone: 'neutral' },
}

export type EventDialog = ComponentType<{ event: ListedEvent; isOpen: boolean; onClose: () => void }>

interface EventCardProps {
  event: ListedEvent
  /** Epoch milliseconds. */
  now: number
  /** Opens a dialog about the event. */
  onOpen: (event: ListedEvent, Dialog: EventDialog) => void
  /** Called before the focused card disappears. */
  onDelete: () => void
}

export const EventCard = memo(function EventCard({ event, now, onOpen, onDelete }: EventCardProps) {
  const { id, title, description, duration, isEnabled, isArchived, bookingsCount, bookingUrlId } = event
  const { linksOnly } = event.rules
  const known = withKnownZones(event)
  const status = runStatus[periodStatus({ start: event.startDate, end: event.endDate }, known.timezone, now)]
  const small = buttonClass({ size: 'sm' })
  return (
    <article
      aria-label={title}
      className={`flex h-full flex-col gap-3 rounded-lg border border-line bg-surface px-4 pt-5 pb-3 shadow-sm sm:px-5 ${
        isArchived ? 'border-dashed' : ''
      }`}
    >
      <div className="flex items-start gap-1">
        <div className="flex flex-1 flex-wrap gap-1.5">
          <Badge tone={status.tone} hasDot>
            {status.text}
          </Badge>
          {acceptsBookings(known, now) ? (
            <Badge tone="success">Accepting Bookings</Badge>
          ) : (
            <Badge>Not Accepting</Badge>
          )}
          {isArchived && <Badge>Archived</Badge>}
        </div>
        <Link
          to={paths.editEvent}
          params={{ eventId: id }}
          aria-label={`Edit ${title}`}
          className={`${buttonClass({ variant: 'quiet', size: 'icon' })} -mt-1.5 -mr-2.5`}
        >
          <Pencil aria-hidden="true" />
        </Link>
      </div>
      <div className="min-w-0">
        <h2 className="text-lg leading-snug font-semibold wrap-anywhere">{title}</h2>
        {description && (
          <p className="mt-1 line-clamp-2 text-muted text-pretty wrap-anywhere">{description}</p>
        )}
      </div>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-muted tabular-nums [&_svg]:size-4">
        <li className="flex items-center gap-1.5">
          <Clock aria-hidden="true" /> {duration} minutes
        </li>
        <li className="flex items-center gap-1.5">
          <CalendarCheck2 aria-hidden="true" /> {bookingsCount} {bookingsCount === 1 ? 'booking' : 'bookings'}
        </li>
        <li>{meetViaLabels[event.meetVia]}</li>
      </ul>
      <Labeling
        name={title}
        labelIds={event.labelIds}
        onChange={(change) => void labelEvents([id], change)}
      />
      <div className="mt-auto flex flex-wrap gap-2 pt-2 pb-1 max-sm:*:grow">
        {linksOnly ? (
          <Button size="sm" onClick={() => onOpen(event, LinksDialog)}>
            <Link2 aria-hidden="true" />
            One-off Links
          </Button>
        ) : (
          <Button size="sm" onClick={() => void copyLink(bookingLink(bookingUrlId))}>
            <Share2 aria-hidden="true" />
            Share Link
          </Button>
        )}
        <Button size="sm" onClick={() => onOpen(event, TeamDialog)}>
          <Users aria-hidden="true" />
          Share with Team
        </Button>
        {!linksOnly && (
          <a href={bookingPath(bookingUrlId)} target="_blank" rel="noopener" className={small}>
            <ExternalLink aria-hidden="true" />
            Open Booking Page
          </a>
        )}
        <Menu
          label={`More for ${title}`}
          trigger={<Ellipsis aria-hidden="true" />}
          triggerClassName={`${buttonClass({ size: 'sm' })} max-sm:grow-0`}
        >
          {!linksOnly && (
            <MenuItem
              icon={<Link2 aria-hidden="true" />}
              label="One-off Links"
              onAction={() => onOpen(event, LinksDialog)}
            />
          )}
          {!linksOnly && (
            <MenuItem
              icon={<UserPlus aria-hidden="true" />}
              label="Book for Somebody"
              onAction={() => window.open(bookForPath(bookingUrlId), '_blank', 'noopener')}
            />
          )}
          <MenuItem
            icon={<CircleHelp aria-hidden="true" />}
            label="Why Isn’t This Time Offered?"
            onAction={() => onOpen(event, ExplainDialog)}
          />
        </Menu>
      </div>
      {/* Aligns the icons of these quiet buttons with the text above. */}
      <div className="-mx-4 flex flex-wrap gap-1 border-t border-line px-1.5 pt-3 sm:-mx-5 sm:px-2.5">
        <Button
          size="sm"
          variant="quiet"
          onClick={() =>
            void changeEvent(event, { isEnabled: !isEnabled }, { failed: toasts.bookingStatusNotUpdated })
          }
        >
          {isEnabled ? <CalendarOff aria-hidden="true" /> : <CalendarCheck2 aria-hidden="true" />}
          {isEnabled ? 'Disable Bookings' : 'Enable Bookings'}
        </Button>
        <Button
          size="sm"
          variant="quiet"
          onClick={() =>
            void changeEvent(
              event,
              { isArchived: !isArchived },
              isArchived
                ? { done: toasts.eventUnarchived, failed: toasts.eventNotUnarchived }
                : { done: toasts.eventArchived, failed: toasts.listedEventNotArchived },
            )
          }
        >
          {isArchived ? <ArchiveRestore aria-hidden="true" /> : <Archive aria-hidden="true" />}
          {isArchived ? 'Unarchive' : 'Archive'}
        </Button>
        <Button
          size="sm"
          variant="quiet-danger"
          className="ml-auto pointer-coarse:min-w-11"
          onClick={() => {
            onDelete()
            void deleteEvent(event)
          }}
        >
          <Trash2 aria-hidden="true" />
          <span className="max-sm:sr-only">Delete</span>
        </Button>
      </div>
    </article>
  )
})
