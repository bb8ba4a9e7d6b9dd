import { acceptsBookings } from '../../../../contract/bookings/booking-obstacles.ts'
import { periodStatus, readPeriods } from '../../../../contract/events/event-periods.ts'
import type { ListedEvent } from '../../../../contract/events/event.schema.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { withKnownZones } from '../../parts/time/known-zones.ts'

const runStatus: Record<ListedEvent['status'], { text: string; tone: Tone }> = {
  'not-started': { text: 'Not Yet Started', tone: 'warning' },
  active: { text: 'Running', tone: 'brand' },
  ended: { text: 'Ended', tone: 'neutral' },
}

interface EventBadgesProps {
  event: ListedEvent
  /** Epoch milliseconds. */
  now: number
}

export function EventBadges({ event, now }: EventBadgesProps) {
  const known = withKnownZones(event)
  const { eventStart, eventEnd } = readPeriods(known)
  const status = runStatus[periodStatus({ start: eventStart, end: eventEnd }, known.timezone, now)]
  return (
    <>
      <Badge tone={status.tone} hasDot>
        {status.text}
      </Badge>
      {acceptsBookings(known, now) ? (
        <Badge tone="success">Accepting Bookings</Badge>
      ) : (
        <Badge>Not Accepting</Badge>
      )}
      {event.isArchived && <Badge>Archived</Badge>}
    </>
  )
}
