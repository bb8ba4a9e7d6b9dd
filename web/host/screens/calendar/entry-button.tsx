import type { CSSProperties, PointerEvent, ReactNode } from 'react'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { type Entry, entryName } from './entries.ts'

interface EntryButtonProps {
  entry: Entry
  /** Where arrow keys find it. */
  epochDay: number
  viewer: Viewer
  /** Whether Tab reaches it; arrow keys always do. */
  isTabStop: boolean
  className?: string
  style?: CSSProperties
  onOpen: (entry: Entry, button: HTMLElement) => void
  onGrab?: (event: PointerEvent, entry: Entry) => void
  children: ReactNode
}

/** Bookings are filled and have a thick edge; what else keeps the host busy is gray, and dashed if it is tentative. */
export const entryLooks = {
  booking: 'border border-s-4 border-brand bg-tint text-on-tint',
  busy: 'border border-line-strong bg-sunken text-muted',
  tentative: 'border border-dashed border-line-strong bg-sunken text-muted',
}

const lookOf = ({ booking, isTentative }: Entry) =>
  entryLooks[booking ? 'booking' : isTentative ? 'tentative' : 'busy']

export function EntryButton(props: EntryButtonProps) {
  const { entry, epochDay, viewer, isTabStop, className = '', style, onOpen, onGrab, children } = props
  return (
    <button
      type="button"
      data-day={epochDay}
      data-item={entryItem(entry, epochDay)}
      tabIndex={isTabStop ? 0 : -1}
      style={style}
      onPointerDown={(event) => onGrab?.(event, entry)}
      onClick={({ currentTarget }) => onOpen(entry, currentTarget)}
      className={`overflow-hidden rounded-sm text-start focus-visible:z-3 focus-visible:outline-2 focus-visible:outline-offset-1 focus-visible:outline-focus ${lookOf(entry)} ${className}`}
    >
      <span className="sr-only">{entryName(entry, viewer)}</span>
      <span aria-hidden="true" className="contents">
        {children}
      </span>
    </button>
  )
}

/** What Tab comes back to. */
export const entryItem = ({ id }: Entry, epochDay: number) => `${epochDay} ${id}`
export const dayItem = (epochDay: number) => String(epochDay)
export const moreItem = (epochDay: number) => `${epochDay} more`
