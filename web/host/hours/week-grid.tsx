import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { dayText } from '../../../contract/time-text.ts'
import type { TimeFormat } from '../../../contract/settings-options.ts'
import type { Viewer } from '../../../contract/viewer.ts'
import {
  nextTimeSlot,
  type Weekday,
  weekdays,
  type WeeklyAvailability,
} from '../../../contract/weekly-availability.ts'
import { hourText } from '../../fields/clock-text.ts'
import { hoursText } from '../../fields/hours-text.ts'
import { dayNames } from './day-names.ts'
import { GridBlock } from './grid-block.tsx'
import { type Block, blocksOf, DAY, drawn, moved, slotsOf, STEP, stretched, tapped } from './week-blocks.ts'

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

/** What is being dragged, with what it was before. */
interface Drag {
  kind: 'draw' | 'move' | 'start' | 'end'
  day: Weekday
  /** The block before; of a new one, null. */
  block: Block | null
  /** The minute where it began. */
  from: number
  isTouch: boolean
}

/** Where a drag leads. */
interface Result {
  day: Weekday
  block: Block
}

const LABELED_HOURS = [0, 3, 6, 9, 12, 15, 18, 21]
const percent = (minutes: number) => `${(minutes / DAY) * 100}%`

const blocksOn = (week: WeeklyAvailability, day: Weekday) =>
  week[day].enabled ? blocksOf(week[day].slots) : []

/**
 * A week of hours as blocks: drag over free time to add one, drag a block to move it, and its ends to stretch it. By
 * keyboard, arrows move a focused block, Shift+arrows stretch it, Delete removes it, and Enter adds one.
 */
export function WeekGrid({ week, onChange, days, viewer, timeFormat }: WeekGridProps) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const [result, setResult] = useState<Result | null>(null)
  const [said, setSaid] = useState('')
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
    `${dayNames[day]}, ${hoursText(slotsOf(blocks), timeFormat)}`

  /** Replaces a block (null: none) of one day by one on the same or another day. */
  function put(from: { day: Weekday; block: Block | null }, to: Result | null) {
    const changed = { ...week }
    const set = (day: Weekday, blocks: readonly Block[]) => {
      changed[day] = { enabled: blocks.length > 0, slots: slotsOf(blocks) }
    }
    set(from.day, withoutBlock(blocksOn(week, from.day), from.block))
    if (to) {
      const rest =
        to.day === from.day ? withoutBlock(blocksOn(week, to.day), from.block) : blocksOn(week, to.day)
      set(to.day, [...rest, to.block])
    }
    goTo.current = to ? { day: to.day, start: to.block.start } : { day: from.day, start: null }
    setSaid(
      to ? textOf(to.day, [to.block]) : `Removed. ${textOf(from.day, blocksOf(changed[from.day].slots))}`,
    )
    onChange(changed)
  }

  function pointAt({ clientX, clientY }: PointerEvent) {
    const columns = [...(grid.current?.querySelectorAll<HTMLElement>('[data-day]') ?? [])]
    const box = columns[0]?.getBoundingClientRect()
    const minute = box ? ((clientY - box.top) / box.height) * DAY : 0
    const column = columns.find((each) => {
      const { left, right } = each.getBoundingClientRect()
      return left <= clientX && clientX < right
    })
    // Null beside the columns.
    const day = (column?.dataset['day'] ?? null) as Weekday | null
    return { day, minute: Math.min(Math.max(minute, 0), DAY - 1) }
  }

  function start(event: PointerEvent, day: Weekday, kind: Drag['kind'], block: Block | null) {
    if (event.button !== 0) return
    event.stopPropagation()
    // A touch scrolls the page, unless the block was tapped before.
    const isTouch = event.pointerType === 'touch'
    if (isTouch && kind !== 'draw' && !event.currentTarget.closest('[data-block]:focus')) return
    const { minute } = pointAt(event)
    grid.current?.setPointerCapture(event.pointerId)
    setDrag({ kind, day, block, from: minute, isTouch })
    setResult(block && { day, block })
  }

  function onPointerMove(event: PointerEvent) {
    if (drag === null) return
    const point = pointAt(event)
    const { minute } = point
    const day = point.day ?? drag.day
    if (drag.kind === 'draw') {
      // A touch scrolls the page; it adds an hour if it doesn't move.
      if (drag.isTouch || (result === null && Math.abs(minute - drag.from) < STEP)) return
      const block = drawn(blocksOn(week, drag.day), drag.from, minute)
      setResult(block && { day: drag.day, block })
    } else if (drag.block) {
      const isSame = drag.kind !== 'move' || day === drag.day
      const others = isSame ? withoutBlock(blocksOn(week, drag.day), drag.block) : blocksOn(week, day)
      const block =
        drag.kind === 'move'
          ? moved(drag.block, drag.block.start + minute - drag.from, others)
          : stretched(drag.block, drag.kind, minute, others)
      if (block) setResult({ day: isSame ? drag.day : day, block })
    }
  }

  function onPointerUp() {
    if (drag === null) return
    const { day, block, kind, from } = drag
    const added = kind === 'draw' && result === null ? tapped(blocksOn(week, day), from) : null
    const to = result ?? (added && { day, block: added })
    stop()
    if (
      to &&
      (block === null || to.day !== day || to.block.start !== block.start || to.block.end !== block.end)
    ) {
      put({ day, block }, to)
    }
  }

  function stop() {
    setDrag(null)
    setResult(null)
  }

  function addOn(day: Weekday) {
    const slot = nextTimeSlot(week[day].enabled ? week[day].slots : [])
    const [block] = slot ? blocksOf([slot]) : []
    if (block) put({ day, block: null }, { day, block })
  }

  function onBlockKey(event: KeyboardEvent, day: Weekday, block: Block) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const others = withoutBlock(blocksOn(week, day), block)
    const by = { ArrowUp: -STEP, ArrowDown: STEP }[event.key]
    const aside = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (event.key === 'Delete' || event.key === 'Backspace') put({ day, block }, null)
    else if (event.key === 'Enter') addOn(day)
    else if (event.key === 'Escape') stop()
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
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

const withoutBlock = (blocks: readonly Block[], block: Block | null) =>
  blocks.filter(({ start, end }) => block === null || start !== block.start || end !== block.end)

/** The days of a week in its order. */
export const orderedDays = (first: Weekday): Weekday[] => {
  const at = weekdays.indexOf(first)
  return [...weekdays.slice(at), ...weekdays.slice(0, at)]
}
