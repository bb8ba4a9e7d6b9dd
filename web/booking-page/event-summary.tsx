import type { ReactNode } from 'react'
import type { PublicEvent } from '../../contract/event.ts'
import { meetViaLabels } from '../../contract/event-options.ts'

/** Who invites, to what, for how long and where. */
export function EventSummary({ event, children }: { event: PublicEvent; children?: ReactNode }) {
  return (
    <aside className="summary">
      <p className="host">
        <span className="avatar" aria-hidden="true">
          {initials(event.hostName)}
        </span>
        {event.hostName}
      </p>
      <h1>{event.title}</h1>
      <ul className="facts">
        <li>
          <svg viewBox="0 0 24 24" aria-hidden="true" className="icon">
            <circle cx="12" cy="12" r="9" />
            <path d="M12 7v5l3 2" />
          </svg>
          {event.duration} minutes
        </li>
        <li>
          <svg viewBox="0 0 24 24" aria-hidden="true" className="icon">
            <rect x="3" y="6" width="12" height="12" rx="2" />
            <path d="m15 11 6-3.5v9L15 13" />
          </svg>
          {meetViaLabels[event.meetVia]}
        </li>
      </ul>
      {event.description && <p className="description">{event.description}</p>}
      {children}
    </aside>
  )
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) =>
    word ? String.fromCodePoint(word.codePointAt(0)!) : '',
  )
  return letters.join('').toUpperCase()
}
