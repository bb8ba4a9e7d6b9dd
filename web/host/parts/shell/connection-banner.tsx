import { CalendarX2, WifiOff } from 'lucide-react'
import { useState } from 'react'
import type { User } from '../../../../contract/account/user.schema.ts'
import { loadUser } from '../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { useReconnect } from '../session/use-reconnect.ts'
import { WithoutPopup } from '../session/without-popup.tsx'
import { Banner } from './banner.tsx'

/** Explains a missing or broken calendar connection and offers to connect. */
export function CalendarBanner({ user }: { user: User }) {
  const { isBusy, label, failure, setFailure, reconnect } = useReconnect(user)
  if (user.calendarConnection === 'connected') return null
  return (
    <Banner
      icon={<CalendarX2 aria-hidden="true" />}
      title="Your Google Calendar isn’t connected"
      action={
        <>
          <WithoutPopup failure={failure} onFail={setFailure} />
          <Button size="sm" isBusy={isBusy} onClick={() => void reconnect()}>
            {label}
          </Button>
        </>
      }
    >
      {user.calendarConnection === 'broken' ? (
        <>
          We’ve lost access to it, so we can’t see when you’re busy and nobody can book you. Please reconnect.
        </>
      ) : (
        <>
          Nobody can book you until you connect it. On Google’s page, check both calendar boxes: the list of
          your calendars, and “View and edit events on all your calendars”.
        </>
      )}
      {failure !== null && <strong className="block">{failure}</strong>}
    </Banner>
  )
}

/** The server was unreachable when the app started. */
export function UnreachableBanner() {
  const [isBusy, setIsBusy] = useState(false)
  async function retry() {
    setIsBusy(true)
    await loadUser()
    setIsBusy(false)
  }
  return (
    <Banner
      icon={<WifiOff aria-hidden="true" />}
      title="We can’t reach Boomtime"
      action={
        <Button size="sm" isBusy={isBusy} onClick={() => void retry()}>
          Retry
        </Button>
      }
    >
      You are still signed in. Check your connection and try again.
    </Banner>
  )
}
