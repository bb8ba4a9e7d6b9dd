import { useMemo, useState } from 'react'
import { dayOf, zoneTable } from '../../availability/wall-time.ts'
import type { Slot } from '../../contract/booking.ts'
import { periodStatus } from '../../contract/event-periods.ts'
import { monthAt, type PublicPage } from '../../contract/pages.ts'
import { call } from '../public-pages/call.ts'
import { useReader } from '../public-pages/reader.ts'
import { dateTextOf, dayText, isHour12, timeRangeText, zoneName } from '../public-pages/time-text.ts'
import { BookingForm } from './booking-form.tsx'
import { ClockSwitch } from './clock-switch.tsx'
import { EventSummary } from './event-summary.tsx'
import { MonthCalendar } from './month-calendar.tsx'
import { useMonthSlots } from './month-slots.ts'
import { SlotList } from './slot-list.tsx'
import { ZoneSelect } from './zone-select.tsx'

export function BookingPage({ page }: { page: PublicPage & { kind: 'booking' } }) {
  const [event, setEvent] = useState(page.event)
  const reader = useReader(page.reader)
  const [month, setMonth] = useState(page.month)
  const booking = page.booking?.bookingData ?? null
  const [chosenDay, setChosenDay] = useState<number | null>(null)
  const [startUtc, setStartUtc] = useState<string | null>(booking?.startUtc ?? null)
  const found = useMonthSlots({ ...page, eventId: event.id, bookingId: booking?.id ?? null }, month, reader)
  const byDay = useMemo(() => groupByDay(found.slots, reader.timeZone), [found.slots, reader.timeZone])

  const status = periodStatus(
    { start: event.startDate, end: event.endDate },
    event.timezone,
    Date.parse(page.now),
  )
  if (status !== 'active') {
    return (
      <article className="card booking">
        <EventSummary event={event} />
        <NotTakingBookings status={status} page={page} />
      </article>
    )
  }

  const firstOffered = [...byDay.keys()].find((day) => sameMonth(day, month))
  const ownDay = booking === null ? null : dayOf(zoneTable(reader.timeZone), Date.parse(booking.startUtc))
  const wantedDay = chosenDay ?? ownDay
  const day = wantedDay !== null && byDay.has(wantedDay) ? wantedDay : (firstOffered ?? null)
  // A booking may keep its time, whatever its event offers by now.
  const own = booking !== null && startUtc === booking.startUtc ? booking : null
  const slot = found.slots.find((one) => one.startUtc === startUtc) ?? own
  const isTaken = startUtc !== null && slot === null && found.state === 'ready'
  const today = dayOf(zoneTable(reader.timeZone), Date.parse(page.now))
  const daySlots = day === null ? [] : (byDay.get(day) ?? [])

  const selectDay = (chosen: number) => {
    setChosenDay(chosen)
    setStartUtc(null)
  }
  const slotGone = () => {
    setStartUtc(null)
    found.reload()
  }
  const fieldsChanged = () => {
    // Should it fail, the message of the refusal stands as it is.
    call('getPublicEvent', { params: { bookingUrlId: event.bookingUrlId } }).then(setEvent, () => {})
  }
  const summary = slot && (
    <p className="selection" aria-live="polite">
      <strong suppressHydrationWarning>{dateTextOf(slot.startUtc, reader)}</strong>
      <span suppressHydrationWarning>
        {timeRangeText(slot.startUtc, slot.endUtc, reader)}, {zoneName(reader.timeZone)}
      </span>
    </p>
  )
  return (
    <article className="card booking">
      <EventSummary event={event}>
        <ZoneSelect reader={reader} now={page.now} />
      </EventSummary>
      <div className="pick">
        <MonthCalendar
          month={month}
          today={today}
          selected={day}
          slotCounts={new Map([...byDay].map(([key, slots]) => [key, slots.length]))}
          busy={found.state === 'loading'}
          reader={reader}
          onSelect={selectDay}
          onMonth={(next) => {
            setMonth(next)
            setChosenDay(null)
          }}
        />
        <section className="times" aria-label="Choose a time">
          <header className="times-header">
            <h2 suppressHydrationWarning>
              {day === null
                ? 'Times'
                : dayText(day, reader, { weekday: 'long', month: 'long', day: 'numeric' })}
            </h2>
            <ClockSwitch hour12={isHour12(reader)} />
          </header>
          {isTaken && (
            <p className="alert" role="alert">
              The time you had chosen was just taken. Please choose another; what you have typed is kept.
            </p>
          )}
          <p className="hidden" role="status">
            {found.state === 'loading' ? 'Loading times' : `${daySlots.length} times available`}
          </p>
          {found.state === 'failed' ? (
            <div className="nothing" role="alert">
              <p>The times cannot be loaded right now. Please try again in a few minutes.</p>
              <button type="button" className="button quiet" onClick={found.reload}>
                Try again
              </button>
            </div>
          ) : daySlots.length > 0 ? (
            <SlotList slots={daySlots} selected={startUtc} reader={reader} onSelect={setStartUtc} />
          ) : found.state === 'loading' ? (
            <div className="slots" aria-hidden="true">
              {Array.from({ length: 8 }, (_, index) => (
                <span key={index} className="slot skeleton" />
              ))}
            </div>
          ) : (
            <p className="nothing">No times are available this month. Please look at the next one.</p>
          )}
          <p className="hint without-script">
            To look at other days and to book, please switch on JavaScript.
          </p>
        </section>
      </div>
      <BookingForm
        event={event}
        booking={booking}
        startUtc={slot?.startUtc ?? null}
        endUtc={slot?.endUtc ?? null}
        timeZone={reader.timeZone}
        onSlotGone={slotGone}
        onFieldsChanged={fieldsChanged}
        summary={summary}
      />
    </article>
  )
}

function NotTakingBookings({
  status,
  page,
}: {
  status: 'not-started' | 'ended'
  page: PublicPage & { kind: 'booking' }
}) {
  const reader = useReader(page.reader)
  const { startDate, showUsersTheBookingStartDate } = page.event
  return (
    <div className="nothing">
      <h2>
        {status === 'ended'
          ? 'This event is no longer accepting bookings'
          : 'This event is not yet accepting bookings'}
      </h2>
      {status === 'not-started' && showUsersTheBookingStartDate && startDate && (
        <p suppressHydrationWarning>
          Bookings open on {dateTextOf(startDate, reader)} at {timeRangeText(startDate, startDate, reader)},{' '}
          {zoneName(reader.timeZone)}.
        </p>
      )}
    </div>
  )
}

function groupByDay(slots: readonly Slot[], timeZone: string): Map<number, Slot[]> {
  const table = zoneTable(timeZone)
  const distinct = [...new Map(slots.map((slot) => [slot.startUtc, slot])).values()].toSorted((a, b) =>
    a.startUtc < b.startUtc ? -1 : 1,
  )
  return Map.groupBy(distinct, (slot) => dayOf(table, Date.parse(slot.startUtc)))
}

function sameMonth(day: number, { year, month }: { year: number; month: number }): boolean {
  const at = monthAt(day * 86_400_000, 'UTC')
  return at.year === year && at.month === month
}
