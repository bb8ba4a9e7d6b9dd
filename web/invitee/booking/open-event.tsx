import {
  type ComponentType,
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { dayOf, startOfDay } from '../../../availability/wall-time.ts'
import { zoneTable } from '../../../contract/time/time-zones.ts'
import type { Slot } from '../../../contract/events/slot.schema.ts'
import type { PublicEvent } from '../../../contract/events/event.schema.ts'
import { daysOfMonth, isBefore, monthAt, monthOfDay, weeksOfMonth } from '../../../contract/time/month.ts'
import type { PublicPage } from '../../../contract/pages/page-data.ts'
import { useServerNow } from '../use-server-now.ts'
import { OutdatedDevice } from '../outdated-device.tsx'
import { useViewer } from '../viewer.ts'
import { dayText, isHour12 } from '../../../contract/time/time-text.ts'
import { slotMomentText } from '../../../contract/time/with-offset.ts'
import type { BookingFormProps } from './booking-form.tsx'
import { ChangingNote } from './changing-note.tsx'
import { useForSomebody } from './for-somebody/use-for-somebody.ts'
import { CalendarCheck } from './calendar-check/calendar-check.tsx'
import { useBusyTimes } from './calendar-check/use-busy-times.ts'
import { isGuest } from './is-guest.ts'
import { ClockSwitch } from './clock-switch.tsx'
import { EventSummary } from './event-summary.tsx'
import { MonthList } from './month-list.tsx'
import { MonthCalendar } from './month-calendar.tsx'
import { groupByDay, useMonthSlots } from './month-slots.ts'
import { TimesList } from './times-list.tsx'
import { useChosenSlot } from './use-chosen-slot.ts'
import { DurationChoice } from './duration-choice.tsx'
import { useDuration } from './use-duration.ts'
import { useCurrentEvent } from './use-current-event.ts'
import { ZoneChoice } from './zone/zone-choice.tsx'

// Only hosts need it. A failure that isn't caught would end the whole page.
const ForSomebodyPanel = lazy(() =>
  import('./for-somebody/for-somebody-panel.tsx').catch(() => ({ default: PanelNotLoaded })),
)

const PanelNotLoaded = () => (
  <p className="alert" role="alert">
    We couldn’t load what you need to book for somebody. Check your connection and reload the page.
  </p>
)

interface OpenEventProps {
  page: PublicPage & { kind: 'booking' }
  event: PublicEvent
  onEvent: (event: PublicEvent) => void
  Form: ComponentType<BookingFormProps>
}

/** An event that takes bookings: choose a time and fill in the form. */
export function OpenEvent({ page, event: loaded, onEvent, Form }: OpenEventProps) {
  const viewer = useViewer(page.viewer)
  const { duration, chooseDuration, followSlots } = useDuration(page, loaded)
  const event = { ...loaded, duration }
  const { durations } = event
  const booking = page.booking?.bookingData ?? null
  const table = zoneTable(viewer.timeZone)
  const now = useServerNow(page.now, (at) => startOfDay(table, dayOf(table, at) + 1))
  const today = dayOf(table, now)
  const chosen = useChosenSlot(page, viewer)
  const { startUtc } = chosen
  // Its last day may pass while the page is open.
  const month = useMemo(() => {
    const current = monthOfDay(today)
    return isBefore(chosen.month, current) ? current : chosen.month
  }, [chosen.month, today])
  const somebody = useForSomebody(event.id)
  const hostToken = somebody?.token ?? null
  /** The start that the host books although it isn't offered. */
  const [anyway, setAnyway] = useState<string | null>(null)
  /** What to do about the time that the host entered before it can be booked. */
  const [notChosenText, setNotChosenText] = useState<string | null>(null)
  const [wanted, setWanted] = useState<string | null>(null)
  const [chosenDay, setChosenDay] = useState<number | null>(null)
  /** The day that "See next available" went to. */
  const [shown, setShown] = useState<{ day: number } | null>(null)
  useLayoutEffect(() => {
    if (shown) document.querySelector<HTMLElement>(`[data-day="${shown.day}"]`)?.focus()
  }, [shown])
  const found = useMonthSlots({ ...page, event, bookingId: booking?.id ?? null, today }, month, viewer)
  const reloadEvent = useCurrentEvent(event, found, {
    isHostOnly: page.isHostOnly,
    isChange: booking !== null,
    onEvent,
    followSlots,
  })
  const byDay = useMemo(
    () => groupByDay(found.slots, viewer.timeZone, today),
    [found.slots, viewer.timeZone, today],
  )

  const startDay = startUtc === null ? null : dayOf(table, Date.parse(startUtc))
  const wantedDay = chosenDay ?? startDay ?? chosen.linkedDay
  const days = daysOfMonth(month)
  const isInMonth = (one: number) => one >= days.first && one <= days.last
  const offered = [...byDay.keys()].filter(isInMonth)
  const firstOffered = offered.find((day) => day >= (chosen.linkedDay ?? 0)) ?? offered[0]
  const day =
    wantedDay !== null && byDay.has(wantedDay) && isInMonth(wantedDay) ? wantedDay : (firstOffered ?? null)
  // Slots are known only for the displayed weeks.
  const weeks = weeksOfMonth(month, page.weekStart)
  const isShown = startDay !== null && startDay >= weeks.first && startDay <= weeks.last
  // A booking keeps its length until it gets another time, whatever the event offers now.
  const kept = booking?.startUtc === startUtc ? booking : null
  const slot =
    (anyway === null ? null : slotAt(anyway, duration)) ??
    kept ??
    found.slots.find((one) => one.startUtc === startUtc) ??
    // A link may name a time of an earlier month.
    (startUtc !== null && (chosen.isHeld || (!isShown && startDay! >= today && !chosen.isTooLate))
      ? slotAt(startUtc, duration)
      : null)
  const isTaken = startUtc !== null && slot === null && found.state === 'ready'
  // The host is told why it isn't offered, and may book it anyway.
  if (isTaken && hostToken !== null && wanted !== startUtc) setWanted(startUtc)
  const { busy, setBusy, freeCounts } = useBusyTimes(byDay)
  const daySlots = day === null ? [] : (byDay.get(day) ?? [])
  const countText = `${daySlots.length} ${daySlots.length === 1 ? 'time' : 'times'} available`

  // It stays open while another time is chosen.
  const [isFormOpen, setFormOpen] = useState(slot !== null)
  const hasChosen = slot !== null || startUtc !== null || notChosenText !== null
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- On a slow phone, the time is shown as selected before the form.
    if (hasChosen) setFormOpen(true)
  }, [hasChosen])

  const choose = (selected: string | null) => {
    setAnyway(null)
    chosen.choose(selected)
  }
  const { setMonth } = chosen
  const { timeZone } = viewer
  const showNotChosen = useCallback(
    (text: string | null, start: string | null) => {
      setNotChosenText(text)
      if (start === null) return
      const at = Date.parse(start)
      setMonth(monthAt(at, timeZone))
      setChosenDay(dayOf(zoneTable(timeZone), at))
    },
    [setMonth, timeZone],
  )
  const selectDay = (selected: number | null) => {
    setChosenDay(selected)
    choose(null)
  }
  const showDay = (next: number) => {
    chosen.setMonth(monthOfDay(next))
    setChosenDay(next)
    setShown({ day: next })
  }
  const slotGone = () => {
    // The times of the day that was wanted stay.
    selectDay(day)
    // It may be gone because the event has changed.
    void reloadEvent()
    found.reload()
  }
  return (
    <article className="card booking">
      <EventSummary event={kept ? { ...event, duration: kept.duration } : event}>
        {!booking && durations.length > 1 && (
          <DurationChoice
            durations={durations}
            chosen={duration}
            onChoose={(minutes) => {
              // Times of another length may start at other times.
              selectDay(day)
              chooseDuration(minutes)
            }}
          />
        )}
        {booking && <ChangingNote booking={booking} isOwn={!isGuest(page.booking)} viewer={viewer} />}
        <ZoneChoice viewer={viewer} now={page.now} />
        {somebody && (
          <Suspense>
            <ForSomebodyPanel
              key={wanted}
              wanted={wanted}
              event={event}
              duration={duration}
              {...somebody}
              viewer={viewer}
              anyway={anyway}
              onOffered={(start) => {
                setChosenDay(null)
                chosen.setMonth(monthAt(Date.parse(start), viewer.timeZone))
                choose(start)
              }}
              onTyped={() => choose(null)}
              onAnyway={setAnyway}
              onNotChosen={showNotChosen}
            />
          </Suspense>
        )}
        <OutdatedDevice viewer={viewer} now={page.now} startUtc={booking?.startUtc} />
      </EventSummary>
      <div className="pick">
        <MonthCalendar
          month={month}
          weekStart={page.weekStart}
          today={today}
          selected={day}
          slotCounts={new Map([...byDay].map(([key, slots]) => [key, slots.length]))}
          freeCounts={freeCounts}
          busy={found.state === 'loading'}
          viewer={viewer}
          onSelect={selectDay}
          onMonth={(next) => {
            chosen.setMonth(next)
            setChosenDay(null)
          }}
        />
        <section className="times" aria-label="Choose a time">
          <header className="times-header">
            <h2 tabIndex={-1} className="notranslate" suppressHydrationWarning>
              {day === null
                ? 'Times'
                : dayText(day, viewer, { weekday: 'long', month: 'long', day: 'numeric' })}
            </h2>
            <ClockSwitch hour12={isHour12(viewer)} />
          </header>
          {isTaken && hostToken === null && (
            <p className="alert" role="alert">
              That time is no longer available. Pick another one.
            </p>
          )}
          <p className="hidden" role="status">
            {found.state === 'loading' && <span>Loading times</span>}
            {found.state === 'ready' && <span key={countText}>{countText}</span>}
          </p>
          {/* Scrolls to the top for each day. */}
          <TimesList
            key={day}
            found={found}
            slots={daySlots}
            selected={anyway === null ? startUtc : null}
            viewer={viewer}
            busy={busy}
            month={month}
            onSelect={choose}
            onShowDay={showDay}
          >
            <MonthList slotsByDay={byDay} isListed={(one) => one !== day && isInMonth(one)} viewer={viewer} />
          </TimesList>
          {page.calendarCheck && hostToken === null && (
            <CalendarCheck
              settings={page.calendarCheck}
              weeks={weeks}
              viewer={viewer}
              own={booking}
              slots={daySlots}
              busy={busy}
              onBusy={setBusy}
            />
          )}
        </section>
      </div>
      <p className="hidden" role="status">
        {slot && (
          <span
            key={slot.startUtc}
            suppressHydrationWarning
          >{`${slotMomentText(slot, viewer)} is selected.`}</span>
        )}
      </p>
      {isFormOpen && (
        <Form
          key={hostToken === null ? 'own' : 'for somebody'}
          event={event}
          by={hostToken === null ? null : { token: hostToken, isAnyway: anyway !== null }}
          notChosenText={slot === null ? notChosenText : null}
          booking={booking}
          isTimeOnly={isGuest(page.booking)}
          slot={slot}
          viewer={viewer}
          onSent={chosen.setSent}
          onSlotGone={slotGone}
          onBooked={chosen.forget}
          onFieldsChanged={reloadEvent}
        />
      )}
    </article>
  )
}

function slotAt(startUtc: string, minutes: number): Slot {
  return { startUtc, endUtc: new Date(Date.parse(startUtc) + minutes * 60_000).toISOString() }
}
