import type { KeyboardEvent, PointerEvent } from 'react'
import type { TimeFormat } from '../../../contract/settings-options.ts'
import { hoursText } from '../../fields/hours-text.ts'
import { type Block, DAY, slotsOf } from './week-blocks.ts'

interface GridBlockProps {
  id: string
  block: Block
  label: string
  /** The element that says what the keys do. */
  hintId: string
  timeFormat: TimeFormat
  isDragged: boolean
  onDrag: (event: PointerEvent, kind: 'move' | 'start' | 'end') => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** Shorter ones have no room for text, or for two handles that a finger can tell apart. */
const SHORTEST_WITH_TEXT = 75
const percent = (minutes: number) => `${(minutes / DAY) * 100}%`

/** Hours of a day, which can be dragged by the middle and by both ends. */
export function GridBlock(props: GridBlockProps) {
  const { id, block, label, hintId, timeFormat, isDragged, onDrag, onKeyDown } = props
  const { start, end } = block
  return (
    <button
      type="button"
      data-block={id}
      title={label}
      aria-label={label}
      aria-describedby={hintId}
      style={{ top: percent(start), height: percent(end - start) }}
      onPointerDown={(event) => onDrag(event, 'move')}
      onKeyDown={onKeyDown}
      // Safari doesn't focus buttons.
      onClick={({ currentTarget }) => currentTarget.focus()}
      className={`absolute inset-x-0.5 z-1 cursor-grab touch-pan-y overflow-hidden rounded-sm border border-brand bg-[color-mix(in_oklab,var(--brand)_24%,transparent)] text-[0.6875rem] leading-4 text-ink hover:bg-[color-mix(in_oklab,var(--brand)_32%,transparent)] focus:z-2 focus:touch-none focus:border-2 forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none ${
        isDragged ? 'cursor-grabbing shadow-lg' : ''
      }`}
    >
      <span
        data-edge="start"
        className="absolute inset-x-0 top-0 h-2 max-h-1/3 cursor-ns-resize pointer-coarse:h-5"
        onPointerDown={(event) => onDrag(event, 'start')}
      />
      {end - start >= SHORTEST_WITH_TEXT && (
        <span className="absolute inset-x-1 top-0.5 max-sm:hidden">
          {hoursText(slotsOf([block]), timeFormat)}
        </span>
      )}
      <span
        data-edge="end"
        className="absolute inset-x-0 bottom-0 h-2 max-h-1/3 cursor-ns-resize pointer-coarse:h-5"
        onPointerDown={(event) => onDrag(event, 'end')}
      />
    </button>
  )
}
