import { type PointerEvent, type RefObject, useEffect, useState } from 'react'
import { MINUTES_PER_DAY } from '../../../../availability/units.ts'
import type { Weekday, WeeklyAvailability } from '../../../../contract/hours/weekly-availability.ts'
import { type Block, blocksOn, drawn, moved, STEP, stretched, tapped, withoutBlock } from './week-blocks.ts'

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
export interface Result {
  day: Weekday
  block: Block
}

/** Adds and changes blocks of a week by pointer. `put` replaces a block (null: none). Escape cancels. */
export function useWeekDrag(
  grid: RefObject<HTMLDivElement | null>,
  week: WeeklyAvailability,
  put: (from: { day: Weekday; block: Block | null }, to: Result) => void,
) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const [result, setResult] = useState<Result | null>(null)

  useEffect(() => {
    if (drag === null) return
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      setDrag(null)
      setResult(null)
    }
    // The focus can be anywhere.
    window.addEventListener('keydown', cancel)
    return () => window.removeEventListener('keydown', cancel)
  }, [drag])

  function pointAt({ clientX, clientY }: PointerEvent) {
    const columns = [...(grid.current?.querySelectorAll<HTMLElement>('[data-day]') ?? [])]
    const box = columns[0]?.getBoundingClientRect()
    const minute = box ? ((clientY - box.top) / box.height) * MINUTES_PER_DAY : 0
    const column = columns.find((each) => {
      const { left, right } = each.getBoundingClientRect()
      return left <= clientX && clientX < right
    })
    // Null beside the columns.
    const day = (column?.dataset['day'] ?? null) as Weekday | null
    return { day, minute: Math.min(Math.max(minute, 0), MINUTES_PER_DAY - 1) }
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

  return { drag, result, start, onPointerMove, onPointerUp, stop }
}
