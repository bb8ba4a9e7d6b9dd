import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarX2 } from 'lucide-react'
import { CALENDARS_SECTION, paths } from '../../../../contract/pages/pages.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { calendarHealthQuery } from '../../data/calendar-calls.ts'
import { useHostTime } from '../time/use-host-time.ts'
import { Banner } from './banner.tsx'
import {
  disconnectedText,
  disconnectedTitle,
  unreadableText,
  unreadableTitle,
} from './calendar-health-text.ts'

/** Names each account that has to be connected again, and each account with calendars that can't be read. */
export function CalendarHealthBanners() {
  const { viewer } = useHostTime()
  const { data } = useQuery(calendarHealthQuery)
  if (!data) return null
  const unreadable = Map.groupBy(data.unreadable, ({ account }) => account.id)
  return (
    <>
      {data.disconnected.map((account) => (
        <Banner
          key={account.id}
          icon={<CalendarX2 aria-hidden="true" />}
          title={disconnectedTitle(account)}
          action={<ToCalendars>Connect again</ToCalendars>}
        >
          {disconnectedText(account, viewer)}
        </Banner>
      ))}
      {[...unreadable].map(([id, calendars]) => (
        <Banner
          key={id}
          icon={<CalendarX2 aria-hidden="true" />}
          title={unreadableTitle(calendars)}
          action={<ToCalendars>Open calendars</ToCalendars>}
        >
          {unreadableText(calendars, viewer)}
        </Banner>
      ))}
    </>
  )
}

const ToCalendars = ({ children }: { children: string }) => (
  <Link to={paths.settings} hash={CALENDARS_SECTION} className={buttonClass({ size: 'sm' })}>
    {children}
  </Link>
)
