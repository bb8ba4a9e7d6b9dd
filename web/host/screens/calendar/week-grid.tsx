import { type RefObject, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react'
import type { ListedBooking } from '../../../../contract/bookings/booking-list.schema.ts'
import type { Slot } from '../../../../contract/events/slot.schema.ts'
import { zoneTable } from '../../../../contract/time/time-zones.ts'
import type { TimeFormat } from '../../../../contract/time/time-formats.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { hourText } from '../../../fields/clock-text.ts'
import { type Axis, type AxisDay, axisOf, topOf } from './axis.ts'
import { DayColumn, rem } from './day-column.tsx'
import { DayHeading } from './day-heading.tsx'
import { type DayEntries, type Entry, entriesOn } from './entries.ts'
import { EntryButton, entryItem } from './entry-button.tsx'
import { firstFree } from './free-time.ts'
import { daysIn, type DayRange } from '../../../../contract/time/month.ts'
import { type Drag, useDrag } from './use-drag.ts'

export interface GridProps {
  range: DayRange
  entries: readonly Entry[]
  viewer: Viewer
  timeFormat: TimeFormat
  /** Days since 1970-01-01. */
  today: number
  now: number
  /** The item that Tab reaches. */
  tabStop: string
  onOpen: (entry: Entry, button: HTMLElement) => void
  onDay: (epochDay: number) => void
}

interface WeekGridProps extends Omit<GridProps, 'onDay'> {
  isLoaded: boolean
  /** A booking was dragged to an open time. */
  onDrop: (booking: ListedBooking, slot: Slot) => void
  /** The free time that is being booked (epoch milliseconds); null for none. */
  picked: number | null
  /** Set to where that time is. */
  anchor: RefObject<HTMLElement | null>
  onPick: (start: number) => void
}

/** What is in view at first, unless something is earlier. */
const FIRST_HOUR = 8
const COLUMNS = 'grid grid-cols-[3.25rem_repeat(7,minmax(0,1fr))]'

export function WeekGrid(props: WeekGridProps) {
  const { range, entries, viewer, timeFormat, today, now, isLoaded, picked, anchor, onDrop, onPick } = props
  const table = zoneTable(viewer.timeZone)
  const axis = useMemo(() => axisOf(table, daysIn(range)), [table, range])
  const days = useMemo(() => axis.days.map((day) => ({ day, ...entriesOn(entries, day) })), [axis, entries])
  const scrolled = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const scrollToFirst = useEffectEvent(() => {
    const height = body.current?.offsetHeight ?? 0
    scrolled.current?.scrollTo({ top: (firstTopOf(axis, days) / axis.minutes) * height })
  })
  // Once it is loaded, and not when it changes.
  useLayoutEffect(() => scrollToFirst(), [range.first, isLoaded])
  const { drag, onGrab, handlers } = useDrag({ body, scrolled, axis, range, viewer, now, onDrop })
  useLayoutEffect(() => {
    if (picked !== null) anchor.current?.scrollIntoView({ block: 'nearest' })
  }, [picked, anchor])
  const pickOn = (start: number | null) => (start === null ? null : () => onPick(start))
  return (
    <div
      ref={scrolled}
      className="max-h-[max(24rem,calc(100dvh-19.5rem))] overflow-y-auto rounded-lg border border-line bg-surface shadow-sm"
    >
      <div className={`sticky top-0 z-4 border-b border-line bg-surface ${COLUMNS}`}>
        <span />
        {days.map(({ day, wholeDay, timed }) => (
          <div key={day.epochDay} className="min-w-0 border-s border-line pb-1">
            <DayHeading
              epochDay={day.epochDay}
              count={wholeDay.length + timed.length}
              isToday={day.epochDay === today}
              viewer={viewer}
              tabStop={props.tabStop}
              onDay={pickOn(firstFree(axis, day, timed, now))}
            />
            {wholeDay.length > 0 && (
              <div className="flex flex-col gap-0.5 px-0.5 pt-1">
                {wholeDay.map((entry) => (
                  <EntryButton
                    key={entry.id}
                    entry={entry}
                    epochDay={day.epochDay}
                    viewer={viewer}
                    isTabStop={props.tabStop === entryItem(entry, day.epochDay)}
                    onOpen={props.onOpen}
                    className="truncate px-1 text-xs leading-5"
                  >
                    {entry.title}
                  </EntryButton>
                ))}
              </div>
            )}
          </div>
        ))}
      </div>
      <div
        ref={body}
        className={`relative ${COLUMNS} ${drag ? cursorOf(drag) : ''}`}
        style={{ height: rem(axis.minutes) }}
        {...handlers}
      >
        <div aria-hidden="true" className="relative">
          {axis.hours.slice(1).map(({ top, hour }) => (
            <span
              key={top}
              style={{ top: rem(top) }}
              className="absolute end-1.5 -translate-y-1/2 text-[0.6875rem] whitespace-nowrap text-muted tabular-nums"
            >
              {hourText(hour, timeFormat)}
            </span>
          ))}
        </div>
        {days.map(({ day, timed }) => (
          <DayColumn
            key={day.epochDay}
            axis={axis}
            day={day}
            timed={timed}
            drag={drag}
            onGrab={onGrab}
            {...props}
          />
        ))}
        {axis.days.map((day, index) => (
          <NowLine key={day.epochDay} day={day} index={index} now={now} />
        ))}
      </div>
    </div>
  )
}

function NowLine({ day, index, now }: { day: AxisDay; index: number; now: number }) {
  if (now < day.start || now >= day.end) return null
  return (
    <span
      aria-hidden="true"
      data-now
      style={{ top: rem(topOf(day, now)), gridColumn: `${index + 2} / ${index + 3}` }}
      className="pointer-events-none absolute inset-x-0 z-2 border-t-2 border-danger before:absolute before:-start-1 before:-top-1.25 before:size-2 before:rounded-full before:bg-danger forced-colors:border-[Highlight]"
    />
  )
}

/** Where the first booking of the week or the first usual hour is, with some room above. */
function firstTopOf(axis: Axis, days: readonly ({ day: AxisDay } & DayEntries)[]): number {
  const hour = axis.hours.find((one) => one.hour === FIRST_HOUR)?.top ?? 0
  const tops = days.flatMap(({ day, timed }) =>
    timed
      .filter(({ booking, times }) => booking !== null && times.start >= day.start)
      .map(({ times }) => topOf(day, times.start)),
  )
  return Math.max(0, Math.min(hour, ...tops) - 15)
}

const cursorOf = ({ slots, target }: Drag) =>
  `select-none ${slots === undefined ? 'cursor-progress' : target ? 'cursor-grabbing' : 'cursor-not-allowed'}`
