import { useQuery } from '@tanstack/react-query'
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { formatDate } from '../../../../availability/wall-time.ts'
import type { Slot } from '../../../../contract/events/slot.schema.ts'
import type { ListedBooking } from '../../../../contract/bookings/booking-list.schema.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { CallFailed } from '../../../../contract/api/client.ts'
import { SessionExpired } from '../../data/api.ts'
import { openTimesQuery } from '../../data/booking-calls.ts'
import { toasts } from '../../data/toasts.ts'
import { type Axis, depthOf } from './axis.ts'
import { dropTarget } from './drop-target.ts'
import type { Entry } from './entries.ts'
import type { DayRange } from '../../../../contract/time/month.ts'

/** A press that moves less is a click. */
const MIN_DISTANCE_PX = 5
/** So close to an edge, the hours scroll. */
const EDGE_PX = 32
const SCROLL_PX = 12

interface Grabbed {
  booking: ListedBooking & { boomEventId: string }
  pointerId: number
  /** Where the pointer was pressed. */
  x: number
  y: number
  /** How far after the booking's start, in minutes, perhaps on the next day. */
  offset: number
}

export interface Drag {
  booking: ListedBooking
  /** The open times of the week; undefined while they load, null if they can't be loaded. */
  slots: readonly Slot[] | null | undefined
  target: Slot | null
}

interface DragOptions {
  /** Around the columns of the days, which are its children with `data-column`. */
  body: RefObject<HTMLElement | null>
  scrolled: RefObject<HTMLElement | null>
  axis: Axis
  range: DayRange
  viewer: Viewer
  now: number
  onDrop: (booking: ListedBooking, slot: Slot) => void
}

/**
 * Drags bookings to open times with a mouse or a pen. A touch scrolls; the details have a button for everybody else.
 */
export function useDrag({ body, scrolled, axis, range, viewer, now, onDrop }: DragOptions) {
  const [booking, setBooking] = useState<Grabbed['booking'] | null>(null)
  const [drag, setDrag] = useState<{ target: Slot | null } | null>(null)
  const grabbed = useRef<Grabbed | null>(null)
  const { data: open, error } = useQuery({
    ...openTimesQuery(
      { id: booking?.id ?? '', eventId: booking?.boomEventId ?? '' },
      { dateFrom: formatDate(range.first), dateTo: formatDate(range.last), timezone: viewer.timeZone },
    ),
    enabled: booking !== null,
  })
  const slots =
    open?.filter(({ startUtc }) => startUtc !== booking?.startUtc) ?? (error === null ? undefined : null)

  function end() {
    grabbed.current = null
    setBooking(null)
    setDrag(null)
  }

  const isDragging = drag !== null
  useEffect(() => {
    if (!isDragging) return
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      end()
    }
    document.addEventListener('keydown', cancel)
    return () => document.removeEventListener('keydown', cancel)
  }, [isDragging])

  /** Where a pointer is if the days were below one another, in minutes; null beside them. */
  function depthAt({ clientX: x, clientY: y }: PointerEvent): number | null {
    const columns = [...(body.current?.querySelectorAll<HTMLElement>('[data-column]') ?? [])]
    const index = columns.findIndex((column) => {
      const { left, right } = column.getBoundingClientRect()
      return left <= x && x < right
    })
    if (index === -1) return null
    const { top, height } = body.current!.getBoundingClientRect()
    return (index + (y - top) / height) * axis.minutes
  }

  /** What this pointer holds, as a second one, such as a finger beside the mouse, holds nothing. */
  const heldBy = ({ pointerId }: PointerEvent) =>
    grabbed.current?.pointerId === pointerId ? grabbed.current : null

  function onGrab(event: PointerEvent, entry: Entry) {
    const { booking: one, times } = entry
    if (isDragging || event.button !== 0 || event.pointerType === 'touch') return
    if (times === null || !isMovable(one, now)) return
    const start = depthOf(axis, times.start)
    grabbed.current = {
      booking: one,
      pointerId: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      offset: (depthAt(event) ?? start) - start,
    }
    // Loads its open times already.
    setBooking(one)
  }

  function onPointerMove(event: PointerEvent) {
    const held = heldBy(event)
    if (held === null) return
    if ((event.buttons & 1) === 0) return end()
    const { clientX: x, clientY: y } = event
    if (!isDragging && Math.hypot(x - held.x, y - held.y) < MIN_DISTANCE_PX) return
    // The click that ends the drag is no longer on the booking.
    if (!isDragging) body.current?.setPointerCapture(event.pointerId)
    scrollAtEdge(scrolled.current, y)
    const depth = depthAt(event)
    setDrag({ target: depth !== null && slots ? dropTarget(slots, axis, depth - held.offset) : null })
  }

  function onPointerUp(event: PointerEvent) {
    const held = heldBy(event)
    if (held === null) return
    const target = drag?.target
    end()
    if (target) onDrop(held.booking, target)
    else if (isDragging && slots === null && !(error instanceof SessionExpired)) {
      toasts.bookingNotMoved(error instanceof CallFailed ? error.message : null)
    }
  }

  function onPointerCancel(event: PointerEvent) {
    if (heldBy(event) !== null) end()
  }

  return {
    drag: booking && drag ? ({ booking, slots, target: drag.target } satisfies Drag) : null,
    onGrab,
    handlers: { onPointerMove, onPointerUp, onPointerCancel },
  }
}

const isMovable = (booking: ListedBooking | null, now: number): booking is Grabbed['booking'] =>
  booking !== null &&
  booking.boomEventId !== null &&
  booking.erasedAt === null &&
  Date.parse(booking.endUtc) > now

function scrollAtEdge(scrolled: HTMLElement | null, y: number): void {
  const box = scrolled?.getBoundingClientRect()
  if (!box) return
  if (y > box.bottom - EDGE_PX) scrolled?.scrollBy({ top: SCROLL_PX })
  // The dates are above the hours.
  else if (y < box.top + 3 * EDGE_PX) scrolled?.scrollBy({ top: -SCROLL_PX })
}
