import { Search } from 'lucide-react'
import type { ListedEvent } from '../../contract/event.schema.ts'
import type { HostTime } from '../ui/use-host-time.ts'
import { BookingList } from './booking-list.tsx'
import { EventList } from './event-list.tsx'

const tabs = { bookings: 'Bookings', links: 'Booking links' } as const
export type Tab = keyof typeof tabs

interface ListsProps {
  origin: string
  time: HostTime | null
  tab: Tab
  onTab: (tab: Tab) => void
  search: string
  onSearch: (search: string) => void
  onBooking: (id: string) => void
  onTimes: (event: ListedEvent) => void
}

export function Lists({ origin, time, tab, onTab, search, onSearch, onBooking, onTimes }: ListsProps) {
  return (
    <>
      <div className="grid gap-2 border-b border-line px-4 py-2.5">
        <div role="group" aria-label="Show" className="grid grid-cols-2 gap-1 rounded-lg bg-sunken p-1">
          {(Object.keys(tabs) as Tab[]).map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === tab}
              onClick={() => onTab(name)}
              className="h-8 rounded-md border border-transparent font-medium text-muted hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-sm"
            >
              {tabs[name]}
            </button>
          ))}
        </div>
        <div className="relative">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute top-3 left-3 size-4 text-muted"
          />
          <input
            type="search"
            aria-label={tab === 'bookings' ? 'Search bookings' : 'Search booking links'}
            placeholder="Search"
            className="control pl-9"
            value={search}
            onChange={({ target }) => onSearch(target.value)}
          />
        </div>
      </div>
      <div className="min-h-40 flex-1 overflow-y-auto overscroll-contain">
        {tab === 'bookings' ? (
          <BookingList time={time} search={search.trim()} onOpen={onBooking} />
        ) : (
          <EventList origin={origin} search={search.trim()} onTimes={onTimes} />
        )}
      </div>
    </>
  )
}
