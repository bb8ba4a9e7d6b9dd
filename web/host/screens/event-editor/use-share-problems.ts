import type { Event } from '../../../../contract/events/event.schema.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useSession } from '../../parts/session/session.ts'
import { withKnownZones } from '../../parts/time/known-zones.ts'
import { useHostTime } from '../../parts/time/use-host-time.ts'
import { type ShareProblems, shareProblems } from './share-problems.ts'

/** Checks an event for what keeps people from booking it. */
export function useShareProblems() {
  const session = useSession()
  const { viewer } = useHostTime()
  const now = useNow()
  const connection = session.status === 'signedIn' ? session.user.calendarConnection : 'connected'
  return (event: Event): ShareProblems => shareProblems(withKnownZones(event), connection, viewer, now)
}
