import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ListedEvent } from '../../contract/events/event.schema.ts'
import { Segments } from '../../web/ui/segments.tsx'
import type { HostTimeState } from '../ui/use-host-time.ts'
import { BookingList } from './booking-list.tsx'
import { EventList } from './event-list.tsx'

export type Tab = 'bookings' | 'links'
const tabs = [
  { value: 'bookings', label: 'Bookings' },
  { value: 'links', label: 'Booking links' },
] as const

interface ListsProps {
  origin: string
  hostTime: HostTimeState
  /** The row that the host comes back from; null at first. */
  opened: string | null
  tab: Tab
  onTab: (tab: Tab) => void
  search: string
  onSearch: (search: string) => void
  onBooking: (id: string) => void
  onTimes: (event: ListedEvent) => void
}

export function Lists({
  origin,
  hostTime,
  opened,
  tab,
  onTab,
  search,
  onSearch,
  onBooking,
  onTimes,
}: ListsProps) {
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [cameFrom] = useState(opened)
  useEffect(() => {
    if (cameFrom === null) return
    const rows = [...list.current!.querySelectorAll<HTMLElement>('[data-opens]')]
    const row = rows.find(({ dataset }) => dataset['opens'] === cameFrom)
    // What was found by a search is loaded again, and may not be there yet.
    ;(row ?? field.current)?.focus()
  }, [cameFrom])
  return (
    <>
      <div className="grid gap-2 border-b border-line px-4 py-2.5">
        <Segments label="Show" choices={tabs} value={tab} onChange={onTab} />
        <div className="relative">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute top-3 left-3 size-4 text-muted"
          />
          <input
            ref={field}
            type="search"
            aria-label={tab === 'bookings' ? 'Search bookings' : 'Search booking links'}
            placeholder="Search"
            className="control pl-9"
            value={search}
            onChange={({ target }) => onSearch(target.value)}
          />
        </div>
      </div>
      <div ref={list} className="min-h-40 flex-1 overflow-y-auto overscroll-contain">
        {tab === 'bookings' ? (
          <BookingList hostTime={hostTime} search={search.trim()} onOpen={onBooking} />
        ) : (
          <EventList origin={origin} search={search.trim()} onTimes={onTimes} />
        )}
      </div>
    </>
  )
}
