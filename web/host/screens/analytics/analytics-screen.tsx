import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Analytics } from '../../../../contract/overview/analytics.schema.ts'
import { CallFailed } from '../../../../contract/api/client.ts'
import { weekStartOf } from '../../../../contract/time/month.ts'
import { pages, paths } from '../../../../contract/pages/pages.ts'
import { zoneName } from '../../../../contract/time/time-text.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { BrokenPicture, NoBookingsPicture } from '../../../ui/pictures.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { analyticsQuery } from '../../data/booking-calls.ts'
import { settingsQuery } from '../../data/settings-calls.ts'
import { retentionText } from '../../parts/retention-text.ts'
import { dateAt } from '../../parts/time/date-at.ts'
import { useHostTime } from '../../parts/time/use-host-time.ts'
import { usePageTitle } from '../../parts/use-page-title.ts'
import { daysText, numberText } from './figure-text.ts'
import { Figures } from './figures.tsx'
import { FilterBar } from './filter-bar.tsx'
import { analyticsSearch, daysOf } from './filters.ts'

const route = getRouteApi('/shell/analytics')

export function AnalyticsScreen() {
  usePageTitle(pages.analytics.title)
  // The router passes other query parameters too.
  const search = analyticsSearch(route.useSearch())
  const navigate = route.useNavigate()
  const { viewer } = useHostTime()
  const { locale, timeZone } = viewer
  const keepMonths = useQuery(settingsQuery).data?.keep_bookings_months ?? null
  const days = daysOf(search, dateAt(useNow(), timeZone), locale)
  const query = useQuery(
    analyticsQuery({
      ...days,
      timezone: timeZone,
      weekStart: String(weekStartOf(locale)),
      eventId: search.event,
    }),
  )
  return (
    <>
      <PageHeader title="Analytics" description="What people book with you, and when." />
      <FilterBar
        search={search}
        days={days}
        viewer={viewer}
        onChange={(next) =>
          void navigate({ search: analyticsSearch({ ...next }), replace: true, resetScroll: false })
        }
      />
      <p className="mb-4 text-muted">
        Meetings that start {daysText(days, viewer)}, in {zoneName(timeZone)}. Canceled meetings count only as
        canceled.
        {keepMonths !== null &&
          ` Your settings delete bookings after ${retentionText(keepMonths)}; deleted ones aren’t counted.`}
      </p>
      <Content query={query} viewer={viewer} />
    </>
  )
}

function Content({ query, viewer }: { query: UseQueryResult<Analytics>; viewer: Viewer }) {
  const { data: figures, error, isFetching, isPlaceholderData, refetch } = query
  if (figures === undefined) {
    if (error === null) return <Loading />
    return (
      <Card>
        {error instanceof CallFailed && error.status === 400 ? (
          <EmptyState isError picture={<BrokenPicture />} title={error.message} />
        ) : (
          <LoadError
            title="We couldn’t load your figures"
            isFetching={isFetching}
            onRetry={() => void refetch()}
          />
        )}
      </Card>
    )
  }
  const { bookings, canceled } = figures
  return (
    <>
      <p role="status" className="sr-only">
        {isPlaceholderData
          ? 'Loading figures...'
          : `${numberText(bookings, viewer)} ${bookings === 1 ? 'booking' : 'bookings'}, ${numberText(canceled, viewer)} canceled`}
      </p>
      {bookings + canceled === 0 ? (
        <Card>
          <EmptyState
            picture={<NoBookingsPicture />}
            title="No bookings in this period"
            action={
              <Link to={paths.events} className={buttonClass()}>
                Your events
              </Link>
            }
          >
            Choose a longer period or another event, or share the link of an event.
          </EmptyState>
        </Card>
      ) : (
        <div className={isPlaceholderData ? 'opacity-60 transition-opacity' : 'transition-opacity'}>
          <Figures figures={figures} viewer={viewer} />
        </div>
      )}
    </>
  )
}

function Loading() {
  return (
    <div role="status">
      <span className="sr-only">Loading figures...</span>
      <div className="mb-4 grid grid-cols-2 gap-2 sm:gap-4 lg:grid-cols-4">
        {[1, 2, 3, 4].map((stat) => (
          <Skeleton key={stat} className="h-20" />
        ))}
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        <Skeleton className="h-72" />
        <Skeleton className="h-72" />
      </div>
    </div>
  )
}
