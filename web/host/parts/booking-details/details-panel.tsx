import { useQuery } from '@tanstack/react-query'
import { CalendarClock, Copy, Printer, SquarePen, Video, X } from 'lucide-react'
import { memo, useDeferredValue, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import type { BookingAnswer } from '../../../../contract/bookings/booking.schema.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { AnswerList } from '../../../fields/answer-list.tsx'
import { PrivateFields } from '../../../fields/private-fields.tsx'
import { privateCollections } from '../../../fields/use-saved-answers.ts'
import { isGone } from '../../data/api.ts'
import { bookingQuery } from '../../data/booking-calls.ts'
import { labelBookings } from '../../data/label-calls.ts'
import { Labeling } from '../labels/labeling.tsx'
import { useHostTime } from '../time/use-host-time.ts'
import { statusTexts } from '../../../texts/booking-texts.ts'
import { Badge } from '../../../ui/badge.tsx'
import { bookingPlace } from '../../../../contract/bookings/meeting-place.ts'
import { confirmationPath } from '../../../../contract/pages/page-paths.ts'
import { copyLink } from '../booking-link.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { BrokenPicture } from '../../../ui/pictures.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { EntryNotice, HeldMailNotice } from './booking-status.tsx'
import { editPath } from './edit-path.ts'
import type { Cancelable } from './cancel-dialog.tsx'
import { detailRows } from './detail-rows.tsx'
import { GuestList } from './guest-list.tsx'
import { History } from './history.tsx'
import type { Movable } from './move-dialog.tsx'
import { PrintSheet } from './print-sheet.tsx'
import { usePrivateAnswers } from './private-answers.ts'

interface DetailsPanelProps {
  id: string
  viewer: Viewer
  /** The host just opened it, so it gets the focus. */
  takesFocus: boolean
  /** It is in a sheet over the list, which handles Escape itself. */
  isSheet: boolean
  onCancel: (booking: Cancelable) => void
  onMove: (booking: Movable) => void
  onClose: () => void
}

export const DetailsPanel = memo(function DetailsPanel(props: DetailsPanelProps) {
  const { id, viewer, takesFocus, isSheet, onCancel, onMove, onClose } = props
  const query = useQuery(bookingQuery(id))
  // What was loaded before isn't for the host anymore.
  const booking = isGone(query.error) ? undefined : query.data
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!takesFocus) return
    panel.current?.focus({ preventScroll: true })
    panel.current?.scrollTo({ top: 0 })
  }, [id, takesFocus])
  const closeByEscape = useEffectEvent((press: KeyboardEvent) => {
    if (press.key === 'Escape' && !press.defaultPrevented && !isSheet) onClose()
  })
  useEffect(() => {
    const keys = (press: KeyboardEvent) => closeByEscape(press)
    const element = panel.current
    element?.addEventListener('keydown', keys)
    return () => element?.removeEventListener('keydown', keys)
  }, [])
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label="Booking details"
      className={`flex min-h-full shrink-0 flex-col bg-surface outline-none ${isSheet ? '' : 'lg:sticky lg:top-18 lg:max-h-[calc(100dvh-5.5rem)] lg:min-h-0 lg:scroll-pt-17 lg:overflow-y-auto lg:rounded-lg lg:border lg:border-line lg:shadow-sm'}`}
    >
      <header className="sticky top-0 z-1 flex flex-wrap items-center justify-end gap-2 border-b border-line bg-surface py-2 pr-2 pl-4 sm:pl-5">
        <p className="mr-auto font-semibold">Details</p>
        {booking && (
          <Button size="sm" variant="quiet" onClick={() => window.print()}>
            <Printer aria-hidden="true" />
            Print
          </Button>
        )}
        <Button size="icon" variant="quiet" aria-label="Close details" onClick={onClose}>
          <X aria-hidden="true" />
        </Button>
      </header>
      {booking === undefined && !query.isError && <LoadingDetails />}
      {isGone(query.error) && (
        <EmptyState isError picture={<BrokenPicture />} title="This booking is no longer available">
          It was deleted, or its event is no longer shared with you.
        </EmptyState>
      )}
      {booking === undefined && query.isError && !isGone(query.error) && (
        <LoadError
          isOne
          title="We couldn’t load this booking"
          isFetching={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {booking && (
        // A new key resets the fields and state for another booking.
        <Details key={id} booking={booking} viewer={viewer} onCancel={onCancel} onMove={onMove} />
      )}
    </section>
  )
})

interface DetailsProps extends Pick<DetailsPanelProps, 'viewer' | 'onCancel' | 'onMove'> {
  booking: BookingAnswer
}

function Details({ booking, viewer, onCancel, onMove }: DetailsProps) {
  const { bookingData: data, eventData, access } = booking
  const isConfirmed = data.status === 'confirmed'
  const collections = data.customFieldsCollections
  const asked = collections.filter(({ collectionStage }) => collectionStage === 'onBooking')
  const toFill = useMemo(() => privateCollections(collections), [collections])
  const isShared = access.role === 'member'
  const isChangeable = isConfirmed && data.erasedAt === null && access.shareRole !== 'view'
  const { eventId } = eventData
  // The fields can be many and the printout repeats them, so they don't hold up what is above.
  const isRestDue = useDeferredValue(true, false)
  const joinUrl = bookingPlace(booking)?.url
  const editAt = editPath(booking)
  const { timeFormat } = useHostTime()
  const filling = usePrivateAnswers(data.id, data.fullName, toFill)
  return (
    <div className="flex flex-1 flex-col gap-5 px-4 pt-4 pb-5 sm:px-5">
      <div>
        <Badge tone={isConfirmed ? 'success' : 'danger'} hasDot>
          {statusTexts[data.status]}
        </Badge>
        <h2 className="mt-2 text-lg leading-snug font-semibold wrap-anywhere">
          <bdi>{data.title}</bdi>
        </h2>
        <EntryNotice booking={data} viewer={viewer} hostName={isShared ? eventData.hostName : undefined} />
        <HeldMailNotice heldMails={data.heldMails} />
        {!isShared && (
          <Labeling
            name={`${data.title}, ${data.fullName}`}
            labelIds={data.labelIds}
            onChange={(change) => void labelBookings([data.id], change)}
            className="mt-3"
          />
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {joinUrl && (
          <a
            href={joinUrl}
            target="_blank"
            rel="noopener noreferrer"
            aria-label="Join (opens in a new tab)"
            className={buttonClass({ size: 'sm', variant: 'primary' })}
          >
            <Video aria-hidden="true" />
            Join
          </a>
        )}
        {isChangeable && eventId !== null && (
          <Button size="sm" onClick={() => onMove({ ...data, eventId, isOwn: !isShared })}>
            <CalendarClock aria-hidden="true" />
            Reschedule
          </Button>
        )}
        {editAt !== null && (
          <a
            href={editAt}
            target="_blank"
            rel="noopener"
            aria-label="Edit (opens in a new tab)"
            className={buttonClass({ size: 'sm' })}
          >
            <SquarePen aria-hidden="true" />
            Edit
          </a>
        )}
        {!isShared && (
          <Button size="sm" onClick={() => void copyLink(`${location.origin}${confirmationPath(data.id)}`)}>
            <Copy aria-hidden="true" />
            Copy link
          </Button>
        )}
        {isChangeable && (
          <Button
            size="sm"
            variant="quiet-danger"
            aria-label="Cancel this booking"
            onClick={() => onCancel(data)}
          >
            <X aria-hidden="true" />
            Cancel
          </Button>
        )}
      </div>
      <dl className="grid gap-3">
        {detailRows(booking, viewer).map(({ label, value }) => (
          <div key={label}>
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <GuestList booking={data} canRemove={!isShared} />
      {isRestDue && <AnswerList collections={asked} viewer={viewer} />}
      {isRestDue && (
        <PrivateFields
          collections={toFill}
          filling={filling}
          timeFormat={timeFormat}
          stickyClass="top-13 pointer-coarse:top-15"
        />
      )}
      {isRestDue && (
        <History steps={data.history} viewer={viewer} hostName={isShared ? eventData.hostName : undefined} />
      )}
      {isRestDue && <PrintSheet booking={booking} answers={filling.answers} viewer={viewer} />}
    </div>
  )
}

function LoadingDetails() {
  return (
    <div role="status" className="flex flex-col gap-4 p-5">
      <span className="sr-only">Loading the booking...</span>
      <Skeleton className="h-6 w-24" />
      <Skeleton className="h-6 w-4/5" />
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <div key={row} className="flex flex-col gap-1.5">
          <Skeleton className="h-3 w-20" />
          <Skeleton className="h-5 w-3/5" />
        </div>
      ))}
    </div>
  )
}
