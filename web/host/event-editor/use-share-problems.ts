import type { Event } from '../../../contract/event.schema.ts'
import { useNow } from '../../ui/use-now.ts'
import { useSession } from '../session/session.ts'
import { knownZone } from '../time/format-time-zone.ts'
import { useHostTime } from '../time/use-host-time.ts'
import { type ShareProblems, shareProblems } from './share-problems.ts'

function withKnownZones(event: Event): Event {
  const { hours } = event
  return {
    ...event,
    timezone: knownZone(event.timezone),
    hours: {
      ...hours,
      timezone: knownZone(hours.timezone),
      travels: hours.travels.map((travel) => ({ ...travel, timezone: knownZone(travel.timezone) })),
    },
  }
}

/** Checks an event for what keeps people from booking it. */
export function useShareProblems() {
  const session = useSession()
  const { viewer } = useHostTime()
  const now = useNow()
  const connection = session.status === 'signedIn' ? session.user.calendarConnection : 'connected'
  return (event: Event): ShareProblems => shareProblems(withKnownZones(event), connection, viewer, now)
}
