import { useQuery } from '@tanstack/react-query'
import { CalendarCheck2, CalendarX2 } from 'lucide-react'
import { calendarProblemTexts } from '../../../../contract/calendars/calendar-problems.ts'
import type { User } from '../../../../contract/account/user.schema.ts'
import { dateTextOf, momentText, timeText } from '../../../../contract/time/time-text.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { SectionCard } from '../../../ui/card.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { calendarHealthQuery } from '../../data/calendar-calls.ts'
import { useHostTime } from '../../parts/time/use-host-time.ts'
import { useReconnect } from '../../parts/session/use-reconnect.ts'
import { WithoutPopup } from '../../parts/session/without-popup.tsx'

const badges = {
  connected: <Badge tone="success">Connected</Badge>,
  not_connected: <Badge tone="warning">Not connected</Badge>,
  broken: <Badge tone="danger">Not connected</Badge>,
  missing_scopes: <Badge tone="warning">Access incomplete</Badge>,
} as const

/** The real state of the calendar connection, with a button to connect it. */
export function CalendarCard({ user }: { user: User }) {
  const { isBusy, label, failure, setFailure, reconnect } = useReconnect(user)
  const isConnected = user.calendarConnection === 'connected'
  const Icon = isConnected ? CalendarCheck2 : CalendarX2
  return (
    <SectionCard title="Calendar Integration">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-4">
        <span className="grid size-10 shrink-0 place-items-center rounded-lg bg-tint text-on-tint">
          <Icon aria-hidden="true" className="size-5" />
        </span>
        <div className="min-w-0 grow basis-56">
          <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
            Google Calendar
            {badges[user.calendarConnection]}
          </p>
          <p className="mt-1 text-muted wrap-anywhere">
            <Words user={user} />
          </p>
          <Waiting />
          <Refused />
          <div aria-live="polite" className="not-empty:mt-2">
            {failure !== null && <FieldError>{failure}</FieldError>}
          </div>
        </div>
        <WithoutPopup failure={failure} onFail={setFailure} />
        <Button
          variant={isConnected ? 'secondary' : 'primary'}
          isBusy={isBusy}
          onClick={() => void reconnect()}
        >
          {label}
        </Button>
      </div>
    </SectionCard>
  )
}

/** How many bookings the calendar hasn't taken yet. */
function Waiting() {
  const { viewer } = useHostTime()
  const { data } = useQuery(calendarHealthQuery)
  if (!data?.unwritten) return null
  const { bookings, since } = data.unwritten
  return (
    <p role="status" className="mt-2 text-warning">
      {bookings === 1 ? '1 booking has' : `${bookings} bookings have`} been waiting to sync to your calendar
      since {momentText(since, viewer)}. Nothing is lost, and we’ll keep trying.
    </p>
  )
}

/** How many bookings the calendar refused. */
function Refused() {
  const { data } = useQuery(calendarHealthQuery)
  if (!data?.refused) return null
  return (
    <p role="status" className="mt-2 text-warning">
      Your calendar didn’t accept the latest change of{' '}
      {data.refused === 1 ? '1 booking' : `${data.refused} bookings`}. See Bookings for what to do.
    </p>
  )
}

function Words({ user }: { user: User }) {
  const { viewer } = useHostTime()
  if (user.calendarConnection === 'connected') {
    return (
      <>
        Calendar account: {user.email}. We hide times when you’re busy and add your bookings. Reconnect if
        you’ve changed permissions.
      </>
    )
  }
  if (user.calendarConnection !== 'broken') {
    return (
      <>
        We don’t have permission to use your calendars. Connect them and check both calendar boxes on Google’s
        page. Nobody can book you until then.
      </>
    )
  }
  const { calendarProblem: problem, calendarBrokenSince: since } = user
  return (
    <>
      {problem ? calendarProblemTexts[problem] : 'We’ve lost access to your Google Calendar.'} Nobody can book
      you until you reconnect.
      {since && (
        <span className="block">
          Since {dateTextOf(since, viewer)}, {timeText(since, viewer)}.
        </span>
      )}
    </>
  )
}
