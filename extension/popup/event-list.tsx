import { CalendarPlus, Check, Link } from 'lucide-react'
import { useEffect, useState } from 'react'
import { meetViaLabels } from '../../contract/events/event-options.ts'
import { bookingPath } from '../../contract/pages/page-paths.ts'
import type { ListedEvent } from '../../contract/events/event.schema.ts'
import { Button } from '../../web/ui/button.tsx'
import { OutOfDate } from '../ui/out-of-date.tsx'
import { useCall } from '../ui/use-call.ts'
import { ListState } from '../ui/list-state.tsx'

const COPIED_MS = 2000

interface EventListProps {
  origin: string
  search: string
  onTimes: (event: ListedEvent) => void
}

/** The events that people can book, with what to send them. */
export function EventList({ origin, search, onTimes }: EventListProps) {
  const { data, error, isLoading, reload } = useCall('listEvents', { query: { acceptingBookings: 'true' } })
  if (!data)
    return (
      <ListState
        isFailed={error !== null}
        isLoading={isLoading}
        failedText="We couldn’t load your events. Try again."
        onRetry={() => void reload()}
      />
    )
  const words = search.toLowerCase().split(/\s+/)
  const found = data
    .filter(isPublic)
    .filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)))
  return (
    <>
      {error && <OutOfDate className="border-b border-line px-4 py-2.5" />}
      {found.length === 0 && (
        <p className="px-4 py-10 text-center text-muted">
          {search === '' ? 'No events are accepting bookings.' : 'No events match your search.'}
        </p>
      )}
      <ul className="p-2">
        {found.map((event) => (
          <li key={event.id} className="rounded-md px-2 py-2 hover:bg-sunken">
            <p className="truncate font-medium">{event.title}</p>
            <p className="text-xs text-muted">
              {event.duration} minutes, {meetViaLabels[event.meetVia]}
            </p>
            <div className="mt-2 flex gap-2">
              <CopyLink title={event.title} url={origin + bookingPath(event.bookingUrlId)} />
              <Button
                size="sm"
                aria-label={`Copy times of ${event.title}`}
                data-opens={event.id}
                onClick={() => onTimes(event)}
              >
                <CalendarPlus aria-hidden="true" />
                Copy times
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Whether the event's own link works. Older servers don't know another kind. */
const isPublic = ({ rules }: { rules?: { linksOnly: boolean } }) => rules?.linksOnly !== true

function CopyLink({ title, url }: { title: string; url: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  useEffect(() => {
    if (state !== 'copied') return
    const timer = setTimeout(() => setState('idle'), COPIED_MS)
    return () => clearTimeout(timer)
  }, [state])
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => setState('copied'),
      () => setState('failed'),
    )
  return (
    <>
      <Button size="sm" aria-label={`Copy link of ${title}`} onClick={() => void copy()}>
        {state === 'copied' ? <Check aria-hidden="true" /> : <Link aria-hidden="true" />}
        {state === 'copied' ? 'Copied' : 'Copy link'}
      </Button>
      <span role="status" className={state === 'failed' ? 'self-center text-danger' : 'sr-only'}>
        {state === 'copied' && 'Link copied'}
        {state === 'failed' && 'Couldn’t copy'}
      </span>
    </>
  )
}
