import { useNavigate } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { bookForPath } from '../../../../contract/pages/page-paths.ts'
import { paths } from '../../../../contract/pages/pages.ts'
import { shortMomentText } from '../../../../contract/time/time-text.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { withOffset } from '../../../../contract/time/with-offset.ts'
import { MenuItem } from '../../../ui/menu.tsx'
import { MenuAt } from '../../../ui/menu-at.tsx'
import { useBookableEvents } from '../../parts/for-somebody/use-bookable-events.ts'

interface BookMenuProps {
  /** The free time that was chosen (epoch milliseconds); null for none. */
  start: number | null
  anchor: RefObject<HTMLElement | null>
  viewer: Viewer
  onClose: () => void
}

/** The events that a free time can be booked with for somebody. Their pages start with that time. */
export function BookMenu({ start, anchor, viewer, onClose }: BookMenuProps) {
  const found = useBookableEvents()
  const events = found ?? []
  const navigate = useNavigate()
  const when = start === null ? '' : withOffset(shortMomentText(start, viewer), start, viewer)
  return (
    <MenuAt
      label={`Book ${when}`}
      anchor={anchor}
      // Not before its items are known, of which the first gets the focus.
      isOpen={start !== null && found !== undefined}
      onClose={onClose}
      header={
        <div className="px-3.5 pt-3">
          <p className="font-semibold tabular-nums">{when}</p>
          <p className="text-xs text-muted">
            {events.length > 0
              ? 'Book for somebody. The event’s page opens in a new tab.'
              : 'None of your events takes bookings.'}
          </p>
        </div>
      }
    >
      {events.length === 0 && (
        <MenuItem label="Create Event" onAction={() => void navigate({ to: paths.createEvent })} />
      )}
      {events.map(({ id, title, bookingUrlId }) => (
        <MenuItem
          key={id}
          label={title}
          onAction={() =>
            window.open(bookForPath(bookingUrlId, new Date(start!).toISOString()), '_blank', 'noopener')
          }
        />
      ))}
    </MenuAt>
  )
}
