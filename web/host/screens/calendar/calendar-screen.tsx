import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type FocusEvent, useCallback, useMemo, useRef, useState } from 'react'
import { dayOf, formatDate, parseDate, startOfDay } from '../../../../availability/wall-time.ts'
import type { Slot } from '../../../../contract/events/slot.schema.ts'
import type { DayRange } from '../../../../contract/time/month.ts'
import type { ListedBooking } from '../../../../contract/bookings/booking-list.schema.ts'
import { pages } from '../../../../contract/pages/pages.ts'
import { zoneText } from '../../../../contract/time/time-text.ts'
import { zoneTable } from '../../../../contract/time/time-zones.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { LoadError } from '../../../ui/load-error.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import { useNow } from '../../../ui/use-now.ts'
import { BookForMenu } from '../../parts/for-somebody/book-for-menu.tsx'
import { useOpenBooking } from '../../parts/booking-details/use-open-booking.ts'
import { calendarQuery } from '../../data/booking-calls.ts'
import { useHostTime } from '../../parts/time/use-host-time.ts'
import { usePageTitle } from '../../parts/use-page-title.ts'
import { BookMenu } from './book-menu.tsx'
import { BookingDrawer } from './booking-drawer.tsx'
import { BusyPopover, type OpenBusy } from './busy-popover.tsx'
import { DayList } from './day-list.tsx'
import { entriesOf, type Entry } from './entries.ts'
import { Legend } from './legend.tsx'
import type { Dropped } from '../../parts/booking-details/move-question.tsx'
import { MoveQuestion } from '../../parts/lazy-dialogs.tsx'
import { MonthGrid } from './month-grid.tsx'
import { calendarSearch, type CalendarView, searchFor, shownDays, stepped } from './shown-days.ts'
import { tabStopOf } from './tab-stop.ts'
import { Toolbar } from './toolbar.tsx'
import { useCalendarKeys } from './use-calendar-keys.ts'
import { WeekGrid } from './week-grid.tsx'

const route = getRouteApi('/shell/calendar')

const NONE = { bookings: [], busyTimes: [], busyDays: [], unreadCalendars: [] }

export function CalendarScreen() {
  usePageTitle(pages.calendar.title)
  const given = route.useSearch()
  const search = useMemo(() => calendarSearch(given), [given])
  const navigate = route.useNavigate()
  const { viewer, timeFormat } = useHostTime()
  const now = useNow()
  const today = dayOf(zoneTable(viewer.timeZone), now)
  const isNarrow = useMedia('(width < 64rem)')
  const view = search.view ?? 'week'
  const date = search.date === undefined ? today : parseDate(search.date)
  const range = useMemo(() => shownDays(view, date, viewer.locale), [view, date, viewer.locale])
  const query = useQuery(
    calendarQuery({
      dateFrom: formatDate(range.first),
      dateTo: formatDate(range.last),
      timezone: viewer.timeZone,
    }),
  )
  const entries = useMemo(() => entriesOf(query.data ?? NONE), [query.data])
  const root = useRef<HTMLElement>(null)
  const [focused, setFocused] = useState<string | null>(null)

  const show = useCallback(
    (nextView: CalendarView, epochDay: number) =>
      void navigate({ search: searchFor(nextView, epochDay, today), resetScroll: false }),
    [navigate, today],
  )
  const keys = useCalendarKeys({ root, view, range, date, today, onShow: show })
  const { openId, open, close } = useOpenBooking(true)
  const [busy, setBusy] = useState<OpenBusy | null>(null)
  const onOpen = useCallback(
    (entry: Entry, button: HTMLElement) => {
      if (entry.booking) open(entry.booking.id)
      else setBusy({ entry, button })
    },
    [open],
  )

  const [picked, setPicked] = useState<number | null>(null)
  const anchor = useRef<HTMLElement>(null)
  const [dropped, setDropped] = useState<Dropped | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const askToMove = (booking: ListedBooking, slot: Slot) => {
    setDropped({ booking, slot })
    setIsAsking(true)
  }

  const grid = {
    range,
    entries,
    viewer,
    timeFormat,
    today,
    now,
    tabStop: tabStopOf(focused, date, { view, range, entries, viewer }),
    onOpen,
    onDay: (epochDay: number) => keys.show('week', epochDay),
  }
  return (
    <>
      <PageHeader
        title="Calendar"
        description="Your bookings, and when your calendars keep you busy."
        action={<BookForMenu />}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- They are the keys of the buttons inside. */}
      <section
        ref={root}
        aria-label="Calendar"
        aria-busy={query.isPending}
        tabIndex={-1}
        onKeyDown={keys.onKeyDown}
        onFocus={({ target }: FocusEvent<HTMLElement>) => {
          if (target.dataset['item'] !== undefined) setFocused(target.dataset['item'])
        }}
        className="outline-none"
      >
        <Toolbar
          view={view}
          date={date}
          range={range}
          viewer={viewer}
          onView={(next) => show(next, date)}
          onToday={() => show(view, today)}
          onStep={(by) => show(view, stepped(view, date, by))}
        />
        <Legend
          query={query}
          isEmpty={entries.length === 0}
          isPast={range.first < today - 1}
          zone={zoneOf(range, viewer)}
        />
        {query.data === undefined && query.isError ? (
          <LoadError
            title="We couldn’t load your calendar"
            isOne
            isFetching={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : isNarrow ? (
          <DayList {...grid} isLoading={query.isPending} />
        ) : view === 'month' ? (
          <MonthGrid {...grid} date={date} />
        ) : (
          <WeekGrid
            {...grid}
            isLoaded={query.data !== undefined}
            onDrop={askToMove}
            picked={picked}
            anchor={anchor}
            onPick={setPicked}
          />
        )}
      </section>
      <BookMenu start={picked} anchor={anchor} viewer={viewer} onClose={() => setPicked(null)} />
      <BusyPopover busy={busy} viewer={viewer} onClose={() => setBusy(null)} />
      {dropped && (
        <MoveQuestion
          dropped={dropped}
          viewer={viewer}
          isOpen={isAsking}
          orElse={root}
          onClose={() => setIsAsking(false)}
        />
      )}
      <BookingDrawer id={openId} viewer={viewer} today={formatDate(today)} orElse={root} onClose={close} />
    </>
  )
}

/** `America/New York (GMT-5)`, `America/New York (GMT-4, then GMT-5)` */
function zoneOf({ first, last }: DayRange, viewer: Viewer): string {
  const table = zoneTable(viewer.timeZone)
  const before = zoneText(startOfDay(table, first), viewer)
  const after = zoneText(startOfDay(table, last + 1), viewer)
  return before === after ? before : before.replace(/\)$/, `, then ${/\((.*)$/.exec(after)![1]}`)
}
