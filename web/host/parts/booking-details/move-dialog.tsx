import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useId, useState } from 'react'
import { formatDate, parseDate } from '../../../../availability/wall-time.ts'
import type { Slot } from '../../../../contract/events/slot.schema.ts'
import { CallFailed } from '../../../../contract/api/client.ts'
import { paths } from '../../../../contract/pages/pages.ts'
import { dateTextOf, momentText, shortDateText, zoneText } from '../../../../contract/time/time-text.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { slotText } from '../../../../contract/time/with-offset.ts'
import { isGone } from '../../data/api.ts'
import { openTimesQuery } from '../../data/booking-calls.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'
import { LoadingLine } from '../../../ui/spinner.tsx'
import { dateAt } from '../time/date-at.ts'
import { MovedNotice, MoveFrame, type NewTime, useShownBooking } from './move-frame.tsx'
import { OtherTime } from './other-time.tsx'

/** How many days of open times are loaded at once. */
const WINDOW_DAYS = 28

export interface Movable {
  id: string
  title: string
  fullName: string
  startUtc: string
  eventId: string
  /** Only its host may move it to a time that isn't offered. */
  isOwn: boolean
}

interface MoveDialogProps {
  booking: Movable
  viewer: Viewer
  /** The viewer's day, `YYYY-MM-DD`. */
  today: string
  isOpen: boolean
  /** Gets the focus if the booking is gone. */
  orElse: RefObject<HTMLElement | null>
  onClose: () => void
}

/** Moves a booking to another open time of its event, or for its host to any time. */
export function MoveDialog({ booking: opened, viewer, today, ...frame }: MoveDialogProps) {
  const { booking, isMoved, setMoved } = useShownBooking(opened)
  const [newTime, setNewTime] = useState<NewTime | null>(null)
  const [isEventDeleted, setEventDeleted] = useState(false)
  return (
    <MoveFrame
      booking={booking}
      newTime={newTime}
      onFailed={() => setNewTime((time) => (time?.isAnyway ? time : null))}
      onMoved={(startUtc) => {
        setMoved(startUtc)
        setNewTime(null)
      }}
      {...frame}
    >
      {isMoved && (
        <MovedNotice startUtc={booking.startUtc} viewer={viewer}>
          Choose again.
        </MovedNotice>
      )}
      <p className="text-muted wrap-anywhere">
        <strong className="font-medium text-ink">{booking.title}</strong> with <bdi>{booking.fullName}</bdi>,
        now {momentText(booking.startUtc, viewer)}, {zoneText(booking.startUtc, viewer)}. Everyone in the
        meeting will get an email with the new time.
      </p>
      <OpenTimes
        key={booking.startUtc}
        booking={booking}
        viewer={viewer}
        today={today}
        start={newTime?.startUtc ?? null}
        onChoose={(startUtc) => setNewTime(startUtc === null ? null : { startUtc, isAnyway: false })}
        onEventDeleted={setEventDeleted}
      />
      {booking.isOwn && !isEventDeleted && (
        <OtherTime booking={booking} viewer={viewer} chosen={newTime} onChoose={setNewTime} />
      )}
    </MoveFrame>
  )
}

interface OpenTimesProps extends Pick<MoveDialogProps, 'booking' | 'viewer' | 'today'> {
  start: string | null
  onChoose: (start: string | null) => void
  onEventDeleted: (isDeleted: boolean) => void
}

function OpenTimes({ booking, viewer, today, start, onChoose, onEventDeleted }: OpenTimesProps) {
  // Starts where the booking is, because most moves are short.
  const [from, setFrom] = useState(() =>
    Math.max(parseDate(today), parseDate(dateAt(Date.parse(booking.startUtc), viewer.timeZone)) - 7),
  )
  const [chosenDay, setChosenDay] = useState<string | null>(null)
  const range = { dateFrom: formatDate(from), dateTo: formatDate(from + WINDOW_DAYS - 1) }
  const query = useQuery({
    ...openTimesQuery(booking, { ...range, timezone: viewer.timeZone }),
    placeholderData: keepPreviousData,
  })
  const isEventDeleted = isGone(query.error)
  const tell = useEffectEvent(onEventDeleted)
  useEffect(() => tell(isEventDeleted), [isEventDeleted])
  const days = daysOf(query.data ?? [], booking.startUtc, viewer)
  const [day, slots] = days.find(([date]) => date === chosenDay) ??
    days.find(([date]) => date >= dateAt(Date.parse(booking.startUtc), viewer.timeZone)) ??
    days.at(-1) ?? ['', []]

  const turn = (by: number) => {
    onChoose(null)
    setChosenDay(null)
    setFrom(Math.max(parseDate(today), from + by))
  }
  const rangeText = [range.dateFrom, range.dateTo]
    .map((date) => shortDateText(`${date}T12:00:00Z`, { ...viewer, timeZone: 'UTC' }))
    .join(' – ')
  return (
    <div className="flex flex-col gap-4" aria-busy={query.isPlaceholderData}>
      <div className="flex items-center justify-between gap-2">
        <Button
          size="icon"
          variant="quiet"
          aria-label="Earlier dates"
          isOff={from <= parseDate(today)}
          onClick={() => turn(-WINDOW_DAYS)}
        >
          <ChevronLeft aria-hidden="true" className="rtl:-scale-x-100" />
        </Button>
        <p aria-live="polite" className="text-center font-medium tabular-nums">
          {rangeText}
        </p>
        <Button size="icon" variant="quiet" aria-label="Later dates" onClick={() => turn(WINDOW_DAYS)}>
          <ChevronRight aria-hidden="true" className="rtl:-scale-x-100" />
        </Button>
      </div>
      {query.isPending && <LoadingLine>Loading open times...</LoadingLine>}
      {isEventDeleted && (
        <p role="alert" className="text-danger">
          This booking can’t be moved because its event was deleted.
          {booking.isOwn && (
            <>
              {' '}
              <Link to={paths.events} search={{ status: 'deleted' }} className="underline underline-offset-2">
                Restore the event
              </Link>{' '}
              first.
            </>
          )}
        </p>
      )}
      {query.isError && !isEventDeleted && (
        <p role="alert" className="text-danger">
          {query.error instanceof CallFailed
            ? query.error.message
            : 'We couldn’t load open times. Please try again.'}
        </p>
      )}
      {query.isSuccess && days.length === 0 && (
        <p role="status" className="rounded-md bg-sunken px-3 py-2 text-muted">
          No open times on these dates.
        </p>
      )}
      {query.isSuccess && days.length > 0 && (
        <>
          <Select
            label="Day"
            choices={days.map(([date, times]) => ({
              value: date,
              label: dateTextOf(times[0]!.startUtc, viewer),
            }))}
            value={day}
            isDisabled={query.isPlaceholderData}
            onChange={(date) => {
              setChosenDay(date)
              onChoose(null)
            }}
          />
          <Times
            slots={slots}
            viewer={viewer}
            start={start}
            isDisabled={query.isPlaceholderData}
            onChoose={onChoose}
          />
        </>
      )}
    </div>
  )
}

interface TimesProps extends Pick<OpenTimesProps, 'viewer' | 'start' | 'onChoose'> {
  slots: readonly Slot[]
  /** Other dates are loading. */
  isDisabled: boolean
}

function Times({ slots, viewer, start, isDisabled, onChoose }: TimesProps) {
  const name = useId()
  return (
    <fieldset disabled={isDisabled} className="transition-opacity disabled:opacity-55">
      <legend className="mb-1.5 font-medium">New time</legend>
      <div className="-m-1 grid max-h-52 grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-2 overflow-y-auto p-1">
        {slots.map((slot) => (
          <label
            key={slot.startUtc}
            className="relative flex h-10 cursor-pointer items-center justify-center rounded-md border border-line bg-surface tabular-nums hover:border-line-strong has-checked:border-brand has-checked:bg-tint has-checked:font-medium has-checked:text-on-tint has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus pointer-coarse:h-11 forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:forced-color-adjust-none"
          >
            <input
              type="radio"
              name={name}
              className="absolute inset-0 cursor-[inherit] opacity-0"
              checked={start === slot.startUtc}
              onChange={() => onChoose(slot.startUtc)}
            />
            {slotText(slot, viewer)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The open times by the viewer's day, without the time that the booking already has. */
const daysOf = (slots: readonly Slot[], startUtc: string, { timeZone }: Viewer) => [
  ...Map.groupBy(
    slots.filter((slot) => Date.parse(slot.startUtc) !== Date.parse(startUtc)),
    (slot) => dateAt(Date.parse(slot.startUtc), timeZone),
  ),
]
