import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { pages } from '../../../../contract/pages/pages.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { bookingsQuery, exportBookings } from '../../data/booking-calls.ts'
import { labelsQuery } from '../../data/label-calls.ts'
import { withKnownLabels } from '../../data/label-list.ts'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { OwnerSwitch } from '../../parts/sharing/owner-switch.tsx'
import { usePageTitle } from '../../parts/use-page-title.ts'
import { SplitPane } from '../../../ui/split-pane.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import { useNow } from '../../../ui/use-now.ts'
import { dateAt } from '../../parts/time/date-at.ts'
import { useHostTime } from '../../parts/time/use-host-time.ts'
import { BookForMenu } from '../../parts/for-somebody/book-for-menu.tsx'
import { BookingList } from './booking-list.tsx'
import { DetailsPanel } from '../../parts/booking-details/details-panel.tsx'
import { bookingsSearch, type BookingsSearch, changed, listQuery } from '../../parts/bookings-search.ts'
import { resumeSaving, useHostId } from '../../parts/booking-details/private-answers.ts'
import { Toolbar } from './toolbar.tsx'
import { useBookingDialogs } from '../../parts/booking-details/use-booking-dialogs.tsx'
import { useOpenBooking } from '../../parts/booking-details/use-open-booking.ts'

const route = getRouteApi('/shell/bookings')

const PANES = { minMain: 40, minSide: 30, side: 40 } as const

export function BookingsScreen() {
  usePageTitle(pages.bookings.title)
  // The router passes other query parameters too.
  const { data: labels } = useQuery(labelsQuery)
  const given = route.useSearch()
  const search = useMemo(() => withKnownLabels(bookingsSearch(given), labels), [given, labels])
  const navigate = route.useNavigate()
  const { viewer } = useHostTime()
  const today = dateAt(useNow(), viewer.timeZone)
  const isNarrow = useMedia('(width < 64rem)')
  const { openId, open, close } = useOpenBooking(isNarrow)
  // The row is marked first, and its details, which take longer, follow.
  const shownId = useDeferredValue(openId)
  const [takesFocus, setTakesFocus] = useState(false)
  const isShared = search.shared === 'true'
  const { data: isEmpty } = useQuery({
    ...bookingsQuery(listQuery(search, viewer.timeZone)),
    select: ({ total }) => total === 0,
  })
  const list = useRef<HTMLDivElement>(null)
  const { dialogs, ...actions } = useBookingDialogs({ viewer, today, orElse: list })
  const hostId = useHostId()
  useEffect(() => resumeSaving(hostId), [hostId])

  const show = useCallback(
    (change: BookingsSearch, replace: boolean) =>
      void navigate({
        search: (current) => changed(bookingsSearch(current), change),
        // Keeps the open booking, but drops its history entry.
        state: ({ openBooking }) => ({ openBooking }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  )
  const choose = useCallback((change: BookingsSearch) => show(change, false), [show])
  const type = useCallback((change: BookingsSearch) => show(change, true), [show])
  const turnTo = useCallback(
    (page: number, isOfViewer: boolean) => {
      show({ page: String(page) }, !isOfViewer)
      if (!isOfViewer) return
      list.current?.focus({ preventScroll: true })
      list.current?.scrollIntoView()
    },
    [show],
  )
  const reset = useCallback(
    () =>
      void navigate({
        search: isShared ? { shared: 'true' } : {},
        state: ({ openBooking }) => ({ openBooking }),
        resetScroll: false,
      }),
    [navigate, isShared],
  )
  const openCard = useCallback(
    (id: string) => {
      setTakesFocus(true)
      open(id)
    },
    [open],
  )
  const closeDetails = useCallback(() => {
    const card = document.querySelector<HTMLElement>(`[data-opens="${CSS.escape(shownId ?? '')}"]`)
    close()
    if (!isNarrow) (card ?? list.current)?.focus({ preventScroll: card === null })
  }, [shownId, close, isNarrow])

  // They would be of a booking that the search doesn't find.
  const details = shownId !== null && !(isEmpty && search.booking_q !== undefined) && (
    <DetailsPanel
      id={shownId}
      viewer={viewer}
      takesFocus={takesFocus}
      isSheet={isNarrow}
      onClose={closeDetails}
      {...actions}
    />
  )
  return (
    <>
      <PageHeader
        title="Bookings"
        description={
          isShared
            ? 'Bookings of the events that others share with you.'
            : 'Everyone who booked with you, and their answers.'
        }
        action={
          <div className="flex flex-wrap gap-2">
            <ExportButton search={search} today={today} viewer={viewer} />
            {!isShared && <BookForMenu />}
          </div>
        }
      />
      <OwnerSwitch
        what="bookings"
        isShared={isShared}
        // Filters by event don't fit the other events, and neither does the open booking.
        onChange={(toShared) =>
          void navigate({ search: toShared ? { shared: 'true' } : {}, state: {}, resetScroll: false })
        }
      />
      <Toolbar
        key={isShared ? 'shared' : 'own'}
        search={search}
        viewer={viewer}
        onChoose={choose}
        onType={type}
        onReset={reset}
      />
      <SplitPane
        label="Details panel width"
        storageKey="bookingsPanelSize"
        sizes={PANES}
        main={
          <BookingList
            key={search.shared}
            search={search}
            viewer={viewer}
            openId={openId}
            list={list}
            onOpen={openCard}
            onCancel={actions.onCancel}
            onPage={turnTo}
          />
        }
        side={isNarrow ? null : details || null}
      />
      <Drawer
        side="right"
        label="Booking details"
        isOpen={isNarrow && details !== false}
        onClose={closeDetails}
      >
        {isNarrow && details}
      </Drawer>
      {dialogs}
    </>
  )
}

function ExportButton({ search, today, viewer }: { search: BookingsSearch; today: string; viewer: Viewer }) {
  const [isBusy, setIsBusy] = useState(false)
  const { page: _, items_per_page: __, ...query } = listQuery(search, viewer.timeZone)
  async function save() {
    setIsBusy(true)
    // The screen's time zone. Without saved settings, only this device knows it.
    await exportBookings({ ...query, timezone: viewer.timeZone }, today)
    setIsBusy(false)
  }
  return (
    <Button isBusy={isBusy} onClick={() => void save()}>
      {!isBusy && <Download aria-hidden="true" />}
      Export CSV
    </Button>
  )
}
