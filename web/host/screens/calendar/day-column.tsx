import type { MouseEvent, PointerEvent, RefObject } from 'react'
import type { Slot } from '../../../../contract/events/slot.schema.ts'
import { dayText, timeRangeText } from '../../../../contract/time/time-text.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { type Axis, type AxisDay, gapsOf, topOf } from './axis.ts'
import { columnsOf } from './columns.ts'
import { openStretches } from './drop-target.ts'
import { type DayEntries, type Entry, startOnDay, timesOnDay } from './entries.ts'
import { EntryButton, entryItem } from './entry-button.tsx'
import { halfHourAt } from './free-time.ts'
import type { Drag } from './use-drag.ts'

const REM_PER_HOUR = 3
/** The height of so many minutes. */
export const rem = (minutes: number) => `${(minutes / 60) * REM_PER_HOUR}rem`
/** A shorter entry is drawn this long, so that its name can be read. */
const MIN_DRAWN_MINUTES = 24

interface DayColumnProps {
  axis: Axis
  day: AxisDay
  timed: DayEntries['timed']
  viewer: Viewer
  /** The item that Tab reaches. */
  tabStop: string
  drag: Drag | null
  onOpen: (entry: Entry, button: HTMLElement) => void
  onGrab: (event: PointerEvent, entry: Entry) => void
  now: number
  /** The free time that is being booked (epoch milliseconds). */
  picked: number | null
  anchor: RefObject<HTMLElement | null>
  onPick: (start: number) => void
}

export function DayColumn(props: DayColumnProps) {
  const { axis, day, timed, viewer, tabStop, drag, now, picked, anchor, onOpen, onGrab, onPick } = props
  const name = dayText(day.epochDay, viewer, { weekday: 'long', month: 'long', day: 'numeric' })
  const placed = columnsOf(
    timed.map((entry) => {
      const top = topOf(day, entry.times.start)
      return { entry, top, bottom: Math.max(topOf(day, entry.times.end), top + MIN_DRAWN_MINUTES) }
    }),
  )
  function pick({ currentTarget, clientY }: MouseEvent) {
    const { top, height } = currentTarget.getBoundingClientRect()
    const start = halfHourAt(day, ((clientY - top) / height) * axis.minutes, now)
    if (start !== null) onPick(start)
  }
  return (
    <div data-column role="group" aria-label={name} className="relative border-s border-line">
      {drag?.slots &&
        openStretches(drag.slots, day).map(({ top, bottom }) => (
          <span
            key={top}
            data-open
            style={{ top: rem(top), height: rem(bottom - top) }}
            className="absolute inset-x-0 border-y border-success bg-success-tint forced-colors:border-2 forced-colors:border-[Highlight]"
          />
        ))}
      {axis.hours.slice(1).map(({ top }) => (
        <span
          key={top}
          aria-hidden="true"
          style={{ top: rem(top) }}
          className="absolute inset-x-0 border-t border-line"
        />
      ))}
      {gapsOf(day, axis).map(({ top, bottom }) => (
        <span
          key={top}
          title="Skipped because clocks change"
          style={{ top: rem(top), height: rem(bottom - top) }}
          className="absolute inset-x-0 bg-[repeating-linear-gradient(45deg,var(--line)_0_1px,var(--sunken)_1px_7px)]"
        />
      ))}
      <button
        type="button"
        // The day's heading does the same by keyboard.
        tabIndex={-1}
        aria-label={`Book a free time on ${name}`}
        onClick={pick}
        className="absolute inset-0"
      />
      {placed.map(({ entry, top, bottom, column, columns }) => (
        <EntryButton
          key={entry.id}
          entry={entry}
          epochDay={day.epochDay}
          viewer={viewer}
          isTabStop={tabStop === entryItem(entry, day.epochDay)}
          onOpen={onOpen}
          onGrab={onGrab}
          style={{
            top: rem(top),
            height: `calc(${rem(Math.min(bottom, axis.minutes) - top)} - 1px)`,
            insetInlineStart: `calc(${(column / columns) * 100}% + 1px)`,
            width: `calc(${100 / columns}% - 3px)`,
          }}
          className={`absolute flex flex-col px-1 text-xs leading-4 ${bottom - top >= 30 ? 'py-0.5' : ''} ${entry.booking !== null && entry.booking.id === drag?.booking.id ? 'opacity-60' : ''}`}
        >
          <span className={`shrink-0 truncate ${bottom - top >= 45 ? 'font-medium' : ''}`}>
            <bdi>{entry.booking?.fullName ?? entry.title}</bdi>
            {bottom - top < 45 && `, ${startOnDay(entry, day, viewer)}`}
          </span>
          {bottom - top >= 45 && (
            <span className="shrink-0 truncate tabular-nums">{timesOnDay(entry, day, viewer)}</span>
          )}
          {bottom - top >= 75 && (
            <span dir="auto" className="truncate text-left">
              {entry.booking?.title ?? entry.notes.join(', ')}
            </span>
          )}
        </EntryButton>
      ))}
      {picked !== null && picked >= day.start && picked < day.end && (
        <span
          ref={anchor}
          aria-hidden="true"
          style={{ top: rem(topOf(day, picked)), height: rem(30) }}
          className="pointer-events-none absolute inset-x-0.5 z-3 scroll-mt-24 rounded-sm border-2 border-dashed border-brand"
        />
      )}
      {drag?.target && <Target slot={drag.target} day={day} viewer={viewer} />}
    </div>
  )
}

/** Where a dragged booking would be. */
function Target({ slot: { startUtc, endUtc }, day, viewer }: { slot: Slot; day: AxisDay; viewer: Viewer }) {
  const [start, end] = [Date.parse(startUtc), Date.parse(endUtc)]
  if (end <= day.start || start >= day.end) return null
  const top = topOf(day, start)
  return (
    <span
      data-target
      style={{ top: rem(top), height: rem(Math.max(topOf(day, end) - top, MIN_DRAWN_MINUTES)) }}
      className="absolute inset-x-0.5 z-3 overflow-hidden rounded-sm border-2 border-brand bg-tint px-1 text-xs font-medium text-on-tint shadow-md"
    >
      {timeRangeText(start, end, viewer)}
    </span>
  )
}
