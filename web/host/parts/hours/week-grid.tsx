import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { MINUTES_PER_DAY } from '../../../../availability/units.ts'
import { dayText } from '../../../../contract/time/time-text.ts'
import type { TimeFormat } from '../../../../contract/time/time-formats.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import {
  nextTimeRange,
  type Weekday,
  weekdays,
  type WeeklyAvailability,
} from '../../../../contract/hours/weekly-availability.ts'
import { hourText } from '../../../fields/clock-text.ts'
import { hoursText } from '../../../fields/hours-text.ts'
import { dayNames } from './day-names.ts'
import { GridBlock } from './grid-block.tsx'
import { isUndo, useUndo } from './use-undo.ts'
import {
  type Block,
  blocksOf,
  blocksOn,
  joined,
  moved,
  rangesOf,
  STEP,
  stretched,
  withoutBlock,
} from './week-blocks.ts'
import { type Result, useWeekDrag } from './use-week-drag.ts'

/** A date of the shown week. */
export interface ShownDay {
  day: Weekday
  /** Days since 1970-01-01. */
  epochDay: number
  busy: readonly Block[]
}

interface WeekGridProps {
  week: WeeklyAvailability
  onChange: (week: WeeklyAvailability) => void
  days: readonly ShownDay[]
  viewer: Viewer
  timeFormat: TimeFormat
}

const LABELED_HOURS = [0, 3, 6, 9, 12, 15, 18, 21]
const percent = (minutes: number) => `${(minutes / MINUTES_PER_DAY) * 100}%`

/**
 * A week of hours as blocks: drag over free time to add one, drag a block to move it, and its ends to stretch it. By
 * keyboard, arrows move a focused block, Shift+arrows stretch it, Delete removes it, and Enter adds one.
 */
export function WeekGrid({ week, onChange, days, viewer, timeFormat }: WeekGridProps) {
  const [said, setSaid] = useState('')
  const undo = useUndo(week, onChange)
  const grid = useRef<HTMLDivElement>(null)
  /** The block to focus after rendering; without a start, what is left on the day. */
  const goTo = useRef<{ day: Weekday; start: number | null } | null>(null)
  const hintId = useId()

  useEffect(() => {
    if (goTo.current === null) return
    const { day, start: minute } = goTo.current
    goTo.current = null
    const column = grid.current?.querySelector(`[data-day="${day}"]`)
    const wanted = minute === null ? '[data-block]' : `[data-block="${day}-${minute}"]`
    const target = column?.querySelector<HTMLElement>(wanted) ?? column?.querySelector('button')
    target?.focus()
  }, [week])

  const textOf = (day: Weekday, blocks: readonly Block[]) =>
    `${dayNames[day]}, ${hoursText(rangesOf(blocks), timeFormat)}`

  /** Replaces a block (null: none) of one day by one on the same or another day. */
  function put(from: { day: Weekday; block: Block | null }, to: Result | null) {
    const changed = { ...week }
    const set = (day: Weekday, blocks: readonly Block[]) => {
      changed[day] = { enabled: blocks.length > 0, slots: rangesOf(blocks) }
    }
    set(from.day, withoutBlock(blocksOn(week, from.day), from.block))
    let block: Block | null = null
    if (to) {
      const blocks = joined([...blocksOf(changed[to.day].slots), to.block])
      block = blocks.find(({ start: first, end }) => first <= to.block.start && to.block.end <= end) ?? null
      set(to.day, blocks)
    }
    goTo.current = to && block ? { day: to.day, start: block.start } : { day: from.day, start: null }
    setSaid(
      to && block
        ? textOf(to.day, [block])
        : `Removed. ${textOf(from.day, blocksOf(changed[from.day].slots))}`,
    )
    onChange(changed)
    undo.record(week, changed)
  }

  const { drag, result, start, onPointerMove, onPointerUp, stop } = useWeekDrag(grid, week, put)

  function addOn(day: Weekday) {
    const range = nextTimeRange(week[day].enabled ? week[day].slots : [])
    const [block] = range ? blocksOf([range]) : []
    if (block) put({ day, block: null }, { day, block })
  }

  function onKey(event: KeyboardEvent, day: Weekday) {
    if (!isUndo(event) || !undo.undo()) return
    event.preventDefault()
    // The focused block may be gone.
    goTo.current = { day, start: null }
    setSaid('Undone.')
  }

  function onBlockKey(event: KeyboardEvent, day: Weekday, block: Block) {
    onKey(event, day)
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const others = withoutBlock(blocksOn(week, day), block)
    const by = { ArrowUp: -STEP, ArrowDown: STEP }[event.key]
    const aside = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (event.key === 'Delete' || event.key === 'Backspace') put({ day, block }, null)
    else if (event.key === 'Enter') addOn(day)
    else if (by !== undefined) {
      const next = event.shiftKey
        ? stretched(block, 'end', block.end + by, others)
        : moved(block, block.start + by, others)
      if (next) put({ day, block }, { day, block: next })
    } else if (aside !== undefined) {
      if (event.shiftKey) {
        put({ day, block }, { day, block: stretched(block, 'start', block.start + aside * STEP, others) })
      } else {
        const other = days[days.findIndex((each) => each.day === day) + aside]?.day
        const next = other && moved(block, block.start, blocksOn(week, other))
        if (next) put({ day, block }, { day: other, block: next })
      }
    } else return
    event.preventDefault()
  }

  function shownBlocks(day: Weekday): Block[] {
    const blocks = blocksOn(week, day)
    const rest = drag?.day === day && result ? withoutBlock(blocks, drag.block) : blocks
    return result?.day === day ? [...rest, result.block] : rest
  }

  return (
    <div className="min-w-0">
      <p id={hintId} className="sr-only">
        Arrow keys move these hours by 15 minutes or to another day. Shift and arrow keys stretch them. Delete
        removes them, and Enter adds more.
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
      <div className="grid grid-cols-[2.25rem_repeat(7,minmax(0,1fr))] sm:grid-cols-[3rem_repeat(7,minmax(0,1fr))]">
        <span />
        {days.map(({ day, epochDay }) => (
          <div key={day} className="pb-1.5 text-center text-xs">
            <span className="block font-medium">{dayText(epochDay, viewer, { weekday: 'short' })}</span>
            <span className="text-muted">{dayText(epochDay, viewer, { day: 'numeric' })}</span>
          </div>
        ))}
      </div>
      <div
        ref={grid}
        className="relative grid h-144 grid-cols-[2.25rem_repeat(7,minmax(0,1fr))] select-none sm:grid-cols-[3rem_repeat(7,minmax(0,1fr))]"
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={stop}
      >
        <div aria-hidden="true" className="relative">
          {LABELED_HOURS.map((hour) => (
            <span
              key={hour}
              style={{ top: percent(hour * 60) }}
              className="absolute end-1.5 -translate-y-1/2 text-[0.6875rem] whitespace-nowrap text-muted tabular-nums first:translate-y-0"
            >
              {hourText(hour, timeFormat)}
            </span>
          ))}
        </div>
        {days.map(({ day, busy }) => (
          <div
            key={day}
            data-day={day}
            role="group"
            aria-label={dayNames[day]}
            className="relative border-s border-line last:border-e"
          >
            {LABELED_HOURS.map((hour) => (
              <span
                key={hour}
                aria-hidden="true"
                style={{ top: percent(hour * 60) }}
                className="absolute inset-x-0 border-t border-line"
              />
            ))}
            <span aria-hidden="true" className="absolute inset-x-0 bottom-0 border-t border-line" />
            {busy.map(({ start: from, end }) => (
              <span
                key={from}
                data-busy
                aria-hidden="true"
                style={{ top: percent(from), height: percent(end - from) }}
                className="absolute inset-x-0 bg-line forced-colors:border forced-colors:border-[GrayText]"
              />
            ))}
            <button
              type="button"
              aria-label={`Add hours on ${dayNames[day]}`}
              className="absolute inset-0 cursor-crosshair touch-pan-y"
              onPointerDown={(event) => start(event, day, 'draw', null)}
              onKeyDown={(event) => onKey(event, day)}
              // A keyboard or a screen reader clicks without a pointer.
              onClick={({ detail }) => detail === 0 && addOn(day)}
            />
            {shownBlocks(day).map((block) => (
              <GridBlock
                key={block.start}
                id={`${day}-${block.start}`}
                block={block}
                label={textOf(day, [block])}
                hintId={hintId}
                timeFormat={timeFormat}
                isDragged={result?.block === block}
                onDrag={(event, kind) => start(event, day, kind, block)}
                onKeyDown={(event) => onBlockKey(event, day, block)}
                onRemove={() => put({ day, block }, null)}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

/** The days of a week in its order. */
export const orderedDays = (first: Weekday): Weekday[] => {
  const at = weekdays.indexOf(first)
  return [...weekdays.slice(at), ...weekdays.slice(0, at)]
}
