import type { ListedOnPage } from '../../contract/pages/page-data.ts'

interface HostEventsPageProps {
  hostName: string
  events: readonly ListedOnPage[]
}

/** The events that a host lists. It works without script. */
export function HostEventsPage({ hostName, events }: HostEventsPageProps) {
  return (
    <section className="host-events">
      <h1>
        <bdi>{hostName}</bdi>
      </h1>
      <p>Choose what to book.</p>
      <ul>
        {events.map(({ path, title, description, durations }) => (
          <li key={path}>
            <a className="card host-event" href={path}>
              <h2>
                <bdi>{title}</bdi>
              </h2>
              <p className="host-event-minutes">{durations.join(', ')} minutes</p>
              {description && (
                <p className="host-event-description">
                  <bdi>{description}</bdi>
                </p>
              )}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
