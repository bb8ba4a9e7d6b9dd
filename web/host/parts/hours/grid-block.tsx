import { X } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { MINUTES_PER_DAY } from '../../../../availability/units.ts'
import type { TimeFormat } from '../../../../contract/time/time-formats.ts'
import { hoursText } from '../../../fields/hours-text.ts'
import { type Block, rangesOf } from './week-blocks.ts'

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
  onRemove: () => void
}

/** Shorter ones have room for the start only. */
const SHORTEST_WITH_END = 75
const percent = (minutes: number) => `${(minutes / MINUTES_PER_DAY) * 100}%`

/** Hours of a day, which can be dragged by the middle and by both ends. */
export function GridBlock(props: GridBlockProps) {
  const { id, block, label, hintId, timeFormat, isDragged, onDrag, onKeyDown, onRemove } = props
  const { start, end } = block
  const isPressed = useRef(false)
  const text = hoursText(rangesOf([block]), timeFormat)
  const [from, to] = shortTimes(text)
  const isLong = text.length > '09:00–17:00'.length
  const isShort = end - start < SHORTEST_WITH_END
  return (
    <div
      className="group @container absolute inset-x-0.5 z-1 focus-within:z-2 hover:z-2"
      style={{ top: percent(start), height: percent(end - start) }}
    >
      <button
        type="button"
        data-block={id}
        title={label}
        aria-label={label}
        aria-describedby={hintId}
        onPointerDown={(event) => onDrag(event, 'move')}
        onKeyDown={onKeyDown}
        // Safari doesn't focus buttons.
        onClick={({ currentTarget }) => currentTarget.focus()}
        className={`absolute inset-0 cursor-grab touch-pan-y rounded-sm border border-brand bg-[color-mix(in_oklab,var(--brand)_24%,transparent)] text-[0.6875rem] leading-4 whitespace-nowrap text-ink hover:bg-[color-mix(in_oklab,var(--brand)_32%,transparent)] focus:touch-none focus:border-2 forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none ${
          isDragged ? 'cursor-grabbing shadow-lg' : ''
        }`}
      >
        <span
          data-edge="start"
          className="absolute inset-x-0 top-0 h-2 max-h-1/3 cursor-ns-resize pointer-coarse:h-5"
          onPointerDown={(event) => onDrag(event, 'start')}
        />
        <span
          className={`pointer-events-none absolute inset-x-0.5 ${isLong ? '@max-[6.5rem]:hidden' : '@max-[5rem]:hidden'} ${isShort ? 'top-1/2 -translate-y-1/2 leading-none' : 'top-0.5'}`}
        >
          {text}
        </span>
        {/* Narrow columns have no room for AM and PM, which the hours beside them show. */}
        <span
          className={`pointer-events-none absolute inset-x-0 text-[0.625rem] ${isLong ? '@min-[6.5rem]:hidden' : '@min-[5rem]:hidden'} ${isShort ? 'top-1/2 -translate-y-1/2 leading-none' : 'top-0.5 leading-3.5'}`}
        >
          {isShort ? (
            from
          ) : (
            <>
              {from}–<br />
              {to}
            </>
          )}
        </span>
        <span
          data-edge="end"
          className="absolute inset-x-0 bottom-0 h-2 max-h-1/3 cursor-ns-resize pointer-coarse:h-5"
          onPointerDown={(event) => onDrag(event, 'end')}
        />
      </button>
      {/* By keyboard, Delete does the same. */}
      <button
        type="button"
        tabIndex={-1}
        data-remove={id}
        aria-label={`Remove ${label}`}
        // The block keeps the focus.
        onMouseDown={(event) => event.preventDefault()}
        onPointerDown={() => (isPressed.current = true)}
        // The tap that added the block ends here.
        onClick={({ detail }) => (detail === 0 || isPressed.current) && onRemove()}
        className="absolute -end-1.5 -top-2.5 hidden size-5 place-items-center rounded-full border border-line-strong bg-surface text-ink group-focus-within:grid group-hover:grid hover:bg-danger-tint hover:text-danger pointer-coarse:-end-2 pointer-coarse:-top-4 pointer-coarse:size-7"
      >
        <X aria-hidden="true" className="size-3.5" />
      </button>
    </div>
  )
}

/** `9 AM–5:30 PM` as `9` and `5:30`. */
const shortTimes = (text: string) =>
  text
    .replaceAll(/ [AP]M/g, '')
    .replace('midnight', '12')
    .split('–')
