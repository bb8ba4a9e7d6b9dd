import { useNavigate } from '@tanstack/react-router'
import {
  Archive,
  ArchiveRestore,
  CalendarCheck2,
  CalendarOff,
  CircleHelp,
  Copy,
  Ellipsis,
  ExternalLink,
  Link2,
  QrCode,
  Share2,
  UserPlus,
  Users,
} from 'lucide-react'
import type { ComponentType } from 'react'
import type { ListedEvent } from '../../../../contract/events/event.schema.ts'
import { bookForPath, bookingPath } from '../../../../contract/pages/page-paths.ts'
import { paths } from '../../../../contract/pages/pages.ts'
import { copyLink, publicLink } from '../../parts/booking-link.ts'
import type { ChangeToasts, EventState } from '../../data/event-calls.ts'
import { DeleteEventButton } from '../../parts/event-deletion/delete-button.tsx'
import { DeleteEventDialog } from '../../parts/lazy-dialogs.tsx'
import { LinksDialog } from '../../parts/one-off-links/links-dialog.tsx'
import { LinkDialog } from '../../parts/sharing/link-dialog.tsx'
import { TeamDialog } from '../../parts/sharing/team-dialog.tsx'
import { toasts } from '../../data/toasts.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { ExplainDialog } from './explain-dialog.tsx'

export type EventDialog = ComponentType<{ event: ListedEvent; isOpen: boolean; onClose: () => void }>

export interface EventButtonsProps {
  event: ListedEvent
  /** Opens a dialog about the event. */
  onOpen: (event: ListedEvent, Dialog: EventDialog) => void
  onChange: (event: ListedEvent, part: EventState, said: ChangeToasts) => void
}

const iconClass = `relative ${buttonClass({ variant: 'quiet', size: 'icon' })}`

/** How people get to book the event. In a row, some are in the menu. */
export function ShareButtons({
  event,
  onOpen,
  isRow = false,
}: Pick<EventButtonsProps, 'event' | 'onOpen'> & { isRow?: boolean }) {
  const { id, title, bookingUrlId } = event
  const { linksOnly } = event.rules
  const navigate = useNavigate()
  return (
    <>
      {linksOnly ? (
        <Button size="sm" onClick={() => onOpen(event, LinksDialog)}>
          <Link2 aria-hidden="true" />
          One-off Links
        </Button>
      ) : (
        <Button size="sm" onClick={() => void copyLink(publicLink(event))}>
          <Share2 aria-hidden="true" />
          Share Link
        </Button>
      )}
      {!isRow && (
        <Button size="sm" onClick={() => onOpen(event, TeamDialog)}>
          <Users aria-hidden="true" />
          Share with team
        </Button>
      )}
      {!linksOnly && (
        <a
          href={bookingPath(bookingUrlId)}
          target="_blank"
          rel="noopener"
          className={isRow ? iconClass : buttonClass({ size: 'sm' })}
        >
          <ExternalLink aria-hidden="true" />
          <Label isRow={isRow}>Open Booking Page</Label>
        </a>
      )}
      <Menu
        label={`More for ${title}`}
        // On a card, the button may be the first one of a line.
        align={isRow ? 'end' : 'start'}
        trigger={<Ellipsis aria-hidden="true" />}
        triggerClassName={isRow ? iconClass : `${buttonClass({ size: 'sm' })} max-sm:grow-0`}
      >
        {isRow && (
          <MenuItem
            icon={<Users aria-hidden="true" />}
            label="Share with team"
            onAction={() => onOpen(event, TeamDialog)}
          />
        )}
        {!linksOnly && (
          <MenuItem
            icon={<QrCode aria-hidden="true" />}
            label="Link and QR Code"
            onAction={() => onOpen(event, LinkDialog)}
          />
        )}
        {!linksOnly && (
          <MenuItem
            icon={<Link2 aria-hidden="true" />}
            label="One-off Links"
            onAction={() => onOpen(event, LinksDialog)}
          />
        )}
        <MenuItem
          icon={<UserPlus aria-hidden="true" />}
          label="Book for somebody"
          onAction={() => window.open(bookForPath(bookingUrlId), '_blank', 'noopener')}
        />
        <MenuItem
          icon={<CircleHelp aria-hidden="true" />}
          label="Why isn’t this time offered?"
          onAction={() => onOpen(event, ExplainDialog)}
        />
        <MenuItem
          icon={<Copy aria-hidden="true" />}
          label="Duplicate"
          onAction={() => void navigate({ to: paths.createEvent, search: { copy: id } })}
        />
      </Menu>
    </>
  )
}

/** Whether people can book the event, and whether it exists. */
export function StateButtons({
  event,
  onOpen,
  onChange,
  isRow = false,
}: EventButtonsProps & { isRow?: boolean }) {
  const { isEnabled, isArchived } = event
  const size = isRow ? 'icon' : 'sm'
  return (
    <>
      <Button
        size={size}
        variant="quiet"
        className="relative"
        onClick={() => onChange(event, { isEnabled: !isEnabled }, { failed: toasts.bookingStatusNotUpdated })}
      >
        {isEnabled ? <CalendarOff aria-hidden="true" /> : <CalendarCheck2 aria-hidden="true" />}
        <Label isRow={isRow}>{isEnabled ? 'Disable Bookings' : 'Enable Bookings'}</Label>
      </Button>
      <Button
        size={size}
        variant="quiet"
        className="relative"
        onClick={() =>
          onChange(
            event,
            { isArchived: !isArchived },
            isArchived
              ? { done: toasts.eventUnarchived, failed: toasts.eventNotUnarchived }
              : { done: toasts.eventArchived, failed: toasts.listedEventNotArchived },
          )
        }
      >
        {isArchived ? <ArchiveRestore aria-hidden="true" /> : <Archive aria-hidden="true" />}
        <Label isRow={isRow}>{isArchived ? 'Unarchive' : 'Archive'}</Label>
      </Button>
      <DeleteEventButton
        event={event}
        onAsk={(asked) => onOpen(asked, DeleteEventDialog)}
        size={size}
        className={isRow ? 'relative' : 'ml-auto pointer-coarse:min-w-11'}
      >
        {isRow ? <Label isRow>Delete</Label> : <span className="max-sm:sr-only">Delete</span>}
      </DeleteEventButton>
    </>
  )
}

/** In rows, a tooltip over an icon. */
const Label = ({ isRow, children }: { isRow: boolean; children: string }) =>
  isRow ? (
    <>
      <span className="sr-only">{children}</span>
      <span aria-hidden="true" title={children} className="absolute inset-0" />
    </>
  ) : (
    children
  )
