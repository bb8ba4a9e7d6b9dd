import { Undo2 } from 'lucide-react'
import type { RefObject } from 'react'
import type { ListedEvent } from '../../../../contract/events/event.schema.ts'
import { RESTORE_WINDOW_MS } from '../../../../contract/events/event-options.ts'
import { shortMomentText } from '../../../../contract/time/time-text.ts'
import { restoreEvent } from '../../data/event-calls.ts'
import { useHostTime } from '../../parts/time/use-host-time.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'

interface DeletedEventsProps {
  events: readonly ListedEvent[]
  /** Gets the focus of a row that is about to disappear. */
  root: RefObject<HTMLElement | null>
}

/** The events that can be restored. */
export function DeletedEvents({ events, root }: DeletedEventsProps) {
  const { viewer } = useHostTime()
  return (
    <ul aria-label="Deleted events" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {events.map((event) => (
        <li key={event.id}>
          <article
            aria-label={event.title}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-dashed border-line bg-surface px-4 py-3"
          >
            <div className="min-w-0 flex-1 basis-64">
              <h2 className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
                {event.title}
                <Badge tone="danger">Deleted</Badge>
              </h2>
              <p className="text-muted">
                {event.duration} minutes. You can restore it until{' '}
                {shortMomentText(Date.parse(event.deletedAt ?? '') + RESTORE_WINDOW_MS, viewer)}.
              </p>
            </div>
            <Button
              size="sm"
              aria-label={`Restore ${event.title}`}
              onClick={() => {
                root.current?.focus({ preventScroll: true })
                void restoreEvent(event.id, event.title)
              }}
            >
              <Undo2 aria-hidden="true" />
              Restore
            </Button>
          </article>
        </li>
      ))}
    </ul>
  )
}
