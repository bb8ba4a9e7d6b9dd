import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CalendarPage } from '../../../../contract/calendars/calendar.schema.ts'
import { CALENDARS_SECTION, paths } from '../../../../contract/pages/pages.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { entryLooks } from './entry-button.tsx'

interface LegendProps {
  query: Pick<UseQueryResult<CalendarPage>, 'data' | 'isError'>
  isEmpty: boolean
  /** Whether days before yesterday are shown. */
  isPast: boolean
  /** `Europe/Berlin (GMT+1)` */
  zone: string
}

/** What the colors mean, and how complete the calendar is. */
export function Legend({ query: { data, isError }, isEmpty, isPast, zone }: LegendProps) {
  const unread = data?.unreadCalendars ?? []
  return (
    <>
      {unread.length > 0 && (
        <div
          role="status"
          className="mb-3 flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-warning-tint px-4 py-3"
        >
          <p className="min-w-0 grow basis-56 wrap-anywhere">{unreadText(unread)}</p>
          <Link to={paths.settings} hash={CALENDARS_SECTION} className={buttonClass({ size: 'sm' })}>
            Open calendars
          </Link>
        </div>
      )}
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted">
        <Sample look={entryLooks.booking}>Booking</Sample>
        <Sample look={entryLooks.busy}>Busy</Sample>
        <Sample look={entryLooks.tentative}>Tentative</Sample>
        <span>{zone}</span>
        {isPast && <span>Past busy times may be missing.</span>}
        <span role="status" className="flex items-center gap-1.5">
          {data === undefined && !isError && (
            <>
              <Spinner className="size-3.5" />
              <span>Loading your calendar...</span>
            </>
          )}
          {data && isEmpty && <span>Nothing on these days.</span>}
        </span>
      </div>
    </>
  )
}

function Sample({ look, children }: { look: string; children: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <span aria-hidden="true" className={`h-3.5 w-5 rounded-sm ${look}`} />
      {children}
    </span>
  )
}

function unreadText(names: readonly (string | null)[]): string {
  const known = names.filter((name) => name !== null)
  const which =
    known.length === names.length
      ? known.map((name) => `“${name}”`).join(', ')
      : names.length === 1
        ? 'one of your calendars'
        : `${names.length} of your calendars`
  return `We can’t read ${which} right now. Busy times may be missing or outdated, but your bookings are complete.`
}
