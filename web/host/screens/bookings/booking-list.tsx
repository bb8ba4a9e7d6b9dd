import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { memo, type RefObject, useDeferredValue, useEffect, useMemo } from 'react'
import { MINUTE } from '../../../../availability/units.ts'
import { dateTextOf, shortDateText } from '../../../../contract/time/time-text.ts'
import type { ListedBooking } from '../../../../contract/bookings/booking-list.schema.ts'
import type { Label } from '../../../../contract/labels/label.schema.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { labelBookings, labelsQuery } from '../../data/label-calls.ts'
import { Selectable, type Selection, SelectionBar, useSelection } from '../../parts/labels/selection.tsx'
import { sharedEventsQuery } from '../../data/event-share-calls.ts'
import { anyBookingQuery, bookingsQuery } from '../../data/booking-calls.ts'
import { paths } from '../../../../contract/pages/pages.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { PageNav } from '../../../ui/page-nav.tsx'
import { NoBookingsPicture } from '../../../ui/pictures.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useProgressiveCount } from '../../../ui/use-progressive-count.ts'
import { useBookingKeys } from './booking-keys.ts'
import { BookingRow } from './booking-row.tsx'
import { type BookingsSearch, listQuery, viewOf } from '../../parts/bookings-search.ts'
import { byDay, byEvent } from './groups.ts'
import { LOADING, shownText } from './shown-text.ts'

const none: Label[] = []
const noBookings: ListedBooking[] = []

interface BookingListProps {
  search: BookingsSearch
  viewer: Viewer
  openId: string | null
  /** Gets the focus if the focused element disappears. */
  list: RefObject<HTMLDivElement | null>
  onOpen: (id: string) => void
  onCancel: (booking: ListedBooking) => void
  onPage: (page: number, isOfViewer: boolean) => void
}

export function BookingList({ search, list, onPage, ...cards }: BookingListProps) {
  const { page, pageSize, isGrouped } = viewOf(search)
  const isShared = search.shared === 'true'
  const query = useQuery({
    ...bookingsQuery(listQuery(search, cards.viewer.timeZone)),
    // While it is open, meetings end and others are booked.
    refetchInterval: MINUTE,
  })
  const { data, isPlaceholderData } = query
  const { data: labels = none } = useQuery(labelsQuery)
  const selection = useSelection()
  const bookings = data?.bookings ?? noBookings
  const wanted = useMemo(() => ({ bookings, isGrouped }), [bookings, isGrouped])
  const before = useDeferredValue(wanted)
  // Grouping renders all rows again, so the switch is painted first.
  const shown = before.isGrouped === isGrouped ? wanted : before
  useBookingKeys(list, bookings, cards.openId, cards.onOpen, cards.onCancel)
  const lastPage = Math.max(1, Math.ceil((data?.total ?? 0) / pageSize))
  const isBeyond = data !== undefined && !isPlaceholderData && page > lastPage
  useEffect(() => {
    // The page may not exist: its last booking was canceled, or the URL was typed by hand.
    if (isBeyond) onPage(lastPage, false)
  }, [isBeyond, lastPage, onPage])

  if (data === undefined) {
    if (!query.isError) return <LoadingCards />
    return (
      <LoadError
        title="We couldn’t load your bookings"
        isFetching={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  const { total } = data
  return (
    <div
      aria-busy={isPlaceholderData}
      className={`transition-opacity ${isPlaceholderData || isBeyond ? 'opacity-55' : ''}`}
    >
      <SelectionBar
        selection={selection}
        // Only the host's own bookings have labels here.
        things={isShared ? [] : bookings}
        noun="bookings"
        onLabel={(ids, change) => void labelBookings(ids, change)}
      >
        <p role="status" className="text-muted tabular-nums">
          <span className={bookings.length === 0 ? 'sr-only' : undefined}>
            {shownText({ page, pageSize, shown: bookings.length, total })}
          </span>
        </p>
      </SelectionBar>
      {/* Rows adapt to the list's width: if each were a container, it would interrupt the layout for its styles. */}
      <div ref={list} tabIndex={-1} role="group" aria-label="Bookings" className="@container outline-none">
        {total === 0 ? (
          <NoBookings isShared={isShared} />
        ) : bookings.length === 0 ? (
          <LoadingRows />
        ) : (
          // After grouping, a screenful of rows is rendered first.
          <Cards key={String(shown.isGrouped)} {...shown} labels={labels} selection={selection} {...cards} />
        )}
      </div>
      {lastPage > 1 && <PageNav page={page} last={lastPage} onPage={(next) => onPage(next, true)} />}
    </div>
  )
}

type CardsProps = Pick<BookingListProps, 'viewer' | 'openId' | 'onOpen' | 'onCancel'> & {
  bookings: readonly ListedBooking[]
  labels: readonly Label[]
  selection: Selection
  isGrouped: boolean
}

const Cards = memo(function Cards({ bookings, selection, isGrouped, openId, ...card }: CardsProps) {
  const drawn = useProgressiveCount(bookings.length)
  const { viewer } = card
  const Day = isGrouped ? 'h3' : 'h2'
  const rows = (some: readonly ListedBooking[], start: number, label: string) => {
    let before = start
    return (
      <div role="group" aria-label={label} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {byDay(some, ({ startUtc }) => shortDateText(startUtc, viewer)).map(({ key, bookings: ofDay }) => {
          const first = before
          before += ofDay.length
          return (
            <div key={key}>
              <Day className="mb-1.5 text-sm font-medium text-muted">
                {dateTextOf(ofDay[0]!.startUtc, viewer)}
              </Day>
              <ul className="divide-y divide-line overflow-clip rounded-lg border border-line bg-surface">
                {ofDay.map((booking, index) => (
                  // Rows outside the viewport aren't rendered.
                  <li
                    key={booking.id}
                    className="min-h-16 min-w-0 [contain-intrinsic-size:auto_4rem] [content-visibility:auto]"
                  >
                    {first + index < drawn && (
                      <Selectable
                        selection={selection}
                        id={booking.id}
                        name={`${booking.title}, ${booking.fullName}`}
                      >
                        <BookingRow
                          booking={booking}
                          isOpen={booking.id === openId}
                          isInGroup={isGrouped}
                          {...card}
                        />
                      </Selectable>
                    )}
                  </li>
                ))}
              </ul>
            </div>
          )
        })}
      </div>
    )
  }
  if (!isGrouped) return rows(bookings, 0, 'Agenda')
  return (
    <div className="flex flex-col gap-7">
      {byEvent(bookings).map(({ key, title, bookings: some, before }) => (
        <section key={key} aria-label={title}>
          <h2 className="mb-3 flex items-baseline gap-3 text-base font-semibold">
            <bdi className="line-clamp-2 min-w-0 text-left wrap-anywhere">{title}</bdi>
            <span className="shrink-0 text-sm font-normal text-muted tabular-nums">
              {some.length} on this page
            </span>
          </h2>
          {rows(some, before, `Bookings of ${title}`)}
        </section>
      ))}
    </div>
  )
})

function NoBookings({ isShared }: { isShared: boolean }) {
  const { data: isAny = true } = useQuery({ ...anyBookingQuery, enabled: !isShared })
  const { data: shared } = useQuery({ ...sharedEventsQuery, enabled: isShared })
  if (isShared && shared?.length === 0)
    return (
      <Card>
        <EmptyState picture={<NoBookingsPicture />} title="Nothing is shared with you">
          When a colleague shares an event with your address, you’ll find its bookings here.
        </EmptyState>
      </Card>
    )
  return (
    <Card>
      <EmptyState
        picture={<NoBookingsPicture />}
        title="No bookings found"
        action={
          !isAny && (
            <Link to={paths.events} className={buttonClass()}>
              Share a booking link
            </Link>
          )
        }
      >
        <p>Try adjusting your search or filters</p>
        {!isAny && (
          <p className="mt-2">No bookings yet. Share an event link and new bookings will show up here.</p>
        )}
      </EmptyState>
    </Card>
  )
}

function LoadingCards() {
  return (
    <div role="status">
      <span className="sr-only">{LOADING}</span>
      <Skeleton className="mb-4 h-5 w-48" />
      <LoadingRows />
    </div>
  )
}

function LoadingRows() {
  return (
    <div className="flex flex-col gap-3">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} className="h-16" />
      ))}
    </div>
  )
}
