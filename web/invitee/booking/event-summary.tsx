import type { ReactNode } from 'react'
import type { PublicEvent } from '../../../contract/events/event.schema.ts'
import { meetViaLabels } from '../../../contract/events/event-options.ts'
import { HostAvatar } from '../host-avatar.tsx'
import { LinkedText } from '../linked-text.tsx'

/** The host, the event, its duration and its location. */
export function EventSummary({ event, children }: { event: PublicEvent; children?: ReactNode }) {
  return (
    <aside className="summary">
      <p className="host">
        <HostAvatar name={event.hostName} photo={event.hostPhoto} />
        <bdi>{event.hostName}</bdi>
      </p>
      <h1>
        <bdi>{event.title}</bdi>
      </h1>
      <ul className="facts">
        <li key={event.duration}>
          <svg viewBox="0 0 24 24" aria-hidden="true" className="icon">
            <circle cx="12" cy="12" r="9" />
            <path d="M12 7v5l3 2" />
          </svg>
          {event.duration} minutes
        </li>
        <li>
          <PlaceIcon meetVia={event.meetVia} />
          {meetViaLabels[event.meetVia]}
        </li>
      </ul>
      {event.description && (
        <p className="description">
          <bdi>
            <LinkedText text={event.description} />
          </bdi>
        </p>
      )}
      {children}
    </aside>
  )
}

function PlaceIcon({ meetVia }: Pick<PublicEvent, 'meetVia'>) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="icon">
      {meetVia === 'in-person' ? (
        <>
          <path d="M12 21s-7-5.6-7-11.2a7 7 0 0 1 14 0C19 15.4 12 21 12 21Z" />
          <circle cx="12" cy="9.8" r="2.5" />
        </>
      ) : meetVia === 'phone' ? (
        <path d="M5 4h3.5l1.7 4.3-2.2 1.6a12 12 0 0 0 6.1 6.1l1.6-2.2L20 15.5V19a1.7 1.7 0 0 1-1.8 1.7A15.5 15.5 0 0 1 3.3 5.8 1.7 1.7 0 0 1 5 4Z" />
      ) : (
        <>
          <rect x="3" y="6" width="12" height="12" rx="2" />
          <path d="m15 11 6-3.5v9L15 13" />
        </>
      )}
    </svg>
  )
}
