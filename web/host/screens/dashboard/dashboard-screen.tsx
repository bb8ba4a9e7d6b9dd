import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  CalendarCheck2,
  CalendarPlus,
  CalendarRange,
  ListTree,
  type LucideIcon,
  Plus,
  Settings,
  Timer,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { dashboardQuery } from '../../data/booking-calls.ts'
import { eventsQuery } from '../../data/event-calls.ts'
import { pages, paths } from '../../../../contract/pages/pages.ts'
import { useSession } from '../../parts/session/session.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { SectionCard } from '../../../ui/card.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Stat } from '../../../ui/stat.tsx'
import { usePageTitle } from '../../parts/use-page-title.ts'
import { useNow } from '../../../ui/use-now.ts'
import { minutesAsHours } from '../../parts/time/minutes-text.ts'
import { useHostTime } from '../../parts/time/use-host-time.ts'
import { Agenda } from './agenda.tsx'
import { FirstLink } from './first-link.tsx'
import { RecentBookings } from './recent-bookings.tsx'
import { weekAt } from './week.ts'
import { YourEvents } from './your-events.tsx'

/** Shown if there is nothing to count yet. */
const NONE = '–'

export function DashboardScreen() {
  usePageTitle(pages.dashboard.title)
  const session = useSession()
  const { viewer } = useHostTime()
  const { data: events } = useQuery(eventsQuery())
  const now = useNow()
  const figures = useQuery(dashboardQuery(weekAt(now, viewer)))
  const { bookingsThisWeek = 0, minutesThisWeek = 0, upcomingBookings, recentBookings } = figures.data ?? {}
  const name = session.status === 'signedIn' ? session.user.first_name || session.user.name : ''
  return (
    <>
      <PageHeader
        title={name ? `Welcome back, ${name}` : 'Welcome back'}
        description="Your events and bookings at a glance."
        action={
          <Link to={paths.createEvent} className={buttonClass({ variant: 'primary' })}>
            <Plus aria-hidden="true" />
            New Event
          </Link>
        }
      />
      {events && <FirstLink events={events} now={now} />}
      <Agenda query={figures} bookings={upcomingBookings} now={now} viewer={viewer} />
      <dl className="mb-4 grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] gap-2 sm:gap-4">
        <Stat
          icon={CalendarRange}
          label="Total Events"
          value={events === undefined ? NONE : String(events.length)}
        />
        <Stat
          icon={CalendarCheck2}
          label="This Week's Bookings"
          value={bookingsThisWeek === 0 ? NONE : String(bookingsThisWeek)}
        />
        <Stat
          icon={Timer}
          label="Hours Scheduled"
          value={minutesThisWeek === 0 ? NONE : minutesAsHours(minutesThisWeek, viewer.locale)}
        />
      </dl>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <YourEvents />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <SectionCard title="Quick Actions">
            <div className="-mx-2 -mb-2 flex flex-col">
              <QuickAction to={paths.createEvent} icon={CalendarPlus}>
                Create New Event
              </QuickAction>
              <QuickAction to={paths.customFields} icon={ListTree}>
                Custom Fields
              </QuickAction>
              <QuickAction to={paths.settings} icon={Settings}>
                Account Settings
              </QuickAction>
            </div>
          </SectionCard>
          <RecentBookings query={figures} bookings={recentBookings} viewer={viewer} />
        </div>
      </div>
    </>
  )
}

function QuickAction({ to, icon: Icon, children }: { to: string; icon: LucideIcon; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="flex min-h-10 items-center gap-3 rounded-md px-2 font-medium hover:bg-sunken pointer-coarse:min-h-11"
    >
      <Icon aria-hidden="true" className="size-4 text-muted" />
      {children}
    </Link>
  )
}
