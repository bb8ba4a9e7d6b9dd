import { useQuery } from '@tanstack/react-query'
import { acceptsBookings } from '../../../../contract/bookings/booking-obstacles.ts'
import { useNow } from '../../../ui/use-now.ts'
import { eventsQuery } from '../../data/event-calls.ts'
import { withKnownZones } from '../time/known-zones.ts'

/** The host's events that they can book for somebody. */
export function useBookableEvents() {
  const { data: events = [] } = useQuery(eventsQuery())
  const now = useNow()
  return events.filter((event) => acceptsBookings(withKnownZones(event), now))
}
