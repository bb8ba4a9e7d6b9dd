import { Link } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { acceptsBookings } from '../../../../contract/bookings/booking-obstacles.ts'
import type { ListedEvent } from '../../../../contract/events/event.schema.ts'
import { paths } from '../../../../contract/pages/pages.ts'
import { copyLink, publicLink } from '../../parts/booking-link.ts'
import { CopyButton } from '../../parts/sharing/copy-button.tsx'
import { withKnownZones } from '../../parts/time/known-zones.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { SectionCard } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'

interface FirstLinkProps {
  events: readonly ListedEvent[]
  /** Epoch milliseconds. */
  now: number
}

/** The link of a host who has one event, until somebody books it. */
export function FirstLink({ events, now }: FirstLinkProps) {
  const [event] = events
  if (!event || events.length > 1 || event.bookingsCount > 0 || event.rules.linksOnly) return null
  if (!acceptsBookings(withKnownZones(event), now)) return null
  const link = publicLink(event)
  return (
    <SectionCard
      title="Your link is ready"
      description={`Send it to people, and they pick one of your open times for “${event.title}”.`}
      className="mb-4"
    >
      <div className="flex flex-wrap items-end gap-2">
        <Field label="Booking link" isLabelHidden className="flex-1 basis-56">
          {(control) => (
            <input
              {...control}
              className="control"
              readOnly
              value={link}
              onFocus={({ target }) => target.select()}
            />
          )}
        </Field>
        <CopyButton variant="primary" onCopy={() => copyLink(link)}>
          Copy link
        </CopyButton>
        <Link to={paths.editEvent} params={{ eventId: event.id }} className={buttonClass()}>
          <Pencil aria-hidden="true" />
          Change hours
        </Link>
      </div>
    </SectionCard>
  )
}
