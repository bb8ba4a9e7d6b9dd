import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { acceptsBookings } from '../../../../contract/bookings/booking-obstacles.ts'
import { useNow } from '../../../ui/use-now.ts'
import { eventsQuery } from '../../data/event-calls.ts'
import { withKnownZones } from '../time/known-zones.ts'
import { useZoneRules } from '../time/use-host-time.ts'

/** The host's events that they can book for somebody; undefined while they load. */
export function useBookableEvents() {
  const { data: events } = useQuery(eventsQuery())
  const now = useNow()
  const rules = useZoneRules()
  // Reading all events' hours takes longer than the screen around them.
  return useMemo(
    () => events?.filter((event) => acceptsBookings(withKnownZones(event), now)),
    // oxlint-disable-next-line react/exhaustive-deps -- New rules change times, too.
    [events, now, rules],
  )
}
