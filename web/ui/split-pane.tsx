import { GripVertical } from 'lucide-react'
import { type PointerEvent, type ReactNode, useRef, useState } from 'react'

interface SplitPaneProps {
  main: ReactNode
  /** The right pane; null for none. */
  side: ReactNode | null
  /** The label of the handle. */
  label: string
  /** The storage key for the size on this device. */
  storageKey: string
  /** Percent of the total width. */
  sizes: { minMain: number; minSide: number; side: number }
}

const STEP = 2

/** Two panes with a handle to resize them by pointer and arrow keys. A double click resets the size. */
export function SplitPane({ main, side, label, storageKey, sizes }: SplitPaneProps) {
  const [min, max] = [sizes.minSide, 100 - sizes.minMain]
  const within = (size: number) => Math.min(max, Math.max(min, Math.round(size * 10) / 10))
  const [size, setSize] = useState(() => within(stored(storageKey) ?? sizes.side))
  const frame = useRef<HTMLDivElement>(null)

  function resize(next: number) {
    setSize(within(next))
    store(storageKey, within(next))
  }

  function drag({ currentTarget, pointerId, clientX }: PointerEvent) {
    if (!frame.current || !currentTarget.hasPointerCapture(pointerId)) return
    const { right, width } = frame.current.getBoundingClientRect()
    resize(((right - clientX) / width) * 100)
  }

  return (
    <div
      ref={frame}
      className="grid items-stretch"
      style={{
        gridTemplateColumns:
          side === null ? 'minmax(0, 1fr)' : `minmax(0, ${100 - size}fr) 1.5rem minmax(0, ${size}fr)`,
      }}
    >
      <div className="min-w-0">{main}</div>
      {side !== null && (
        <>
          <div
            role="separator"
            tabIndex={0}
            aria-label={label}
            aria-orientation="vertical"
            aria-valuemin={min}
            aria-valuemax={max}
            aria-valuenow={Math.round(size)}
            aria-valuetext={`${Math.round(size)} percent`}
            title="Drag to resize. Double-click to reset."
            className="group relative cursor-col-resize touch-none rounded-md"
            onPointerDown={(press) => {
              if (press.button !== 0) return
              press.currentTarget.setPointerCapture(press.pointerId)
              // Dragging would select text.
              press.preventDefault()
              press.currentTarget.focus({ preventScroll: true })
            }}
            onPointerMove={drag}
            onDoubleClick={() => resize(sizes.side)}
            onKeyDown={(press) => {
              const next = { ArrowLeft: size + STEP, ArrowRight: size - STEP, Home: min, End: max }[press.key]
              if (next === undefined) return
              press.preventDefault()
              resize(next)
            }}
          >
            <span
              aria-hidden="true"
              className="absolute inset-y-0 left-1/2 w-px -translate-x-1/2 bg-line group-hover:bg-line-strong group-focus-visible:bg-brand group-active:bg-brand"
            />
            <span
              aria-hidden="true"
              className="sticky top-[50vh] mx-auto grid h-9 w-4 place-items-center rounded-sm border border-line bg-surface text-muted group-hover:border-line-strong"
            >
              <GripVertical className="size-3.5" />
            </span>
          </div>
          <div className="min-w-0">{side}</div>
        </>
      )}
    </div>
  )
}

function stored(key: string): number | null {
  const text = localStorage.getItem(key)
  const size = Number(text)
  return text === null || Number.isNaN(size) ? null : size
}

function store(key: string, size: number) {
  try {
    localStorage.setItem(key, String(size))
  } catch {
    // Storage is full or blocked, so the size lasts until the page closes.
  }
}
