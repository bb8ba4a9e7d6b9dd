import { useState } from 'react'
import type { BookingAnswer } from '../../../contract/bookings/booking.schema.ts'
import { meetViaLabels } from '../../../contract/events/event-options.ts'
import type { Viewer } from '../../../contract/time/viewer.ts'
import {
  dateTextOf,
  INVALID_DATE,
  leafText,
  timeRangeText,
  zoneText,
} from '../../../contract/time/time-text.ts'
import { bookingPlace } from '../../../contract/bookings/meeting-place.ts'
import { HostAvatar } from '../host-avatar.tsx'
import { answersOf, plainDetails } from './booking-text.ts'
import { LinkedText } from '../linked-text.tsx'
import { useHydrated } from './use-hydrated.ts'

interface BookingDetailsProps {
  booking: BookingAnswer
  viewer: Viewer
  isUpcoming: boolean
  isOver: boolean
}

export function BookingDetails({ booking: answer, viewer, isUpcoming, isOver }: BookingDetailsProps) {
  const { bookingData: booking, eventData: event } = answer
  const isConfirmed = booking.status === 'confirmed'
  const place = bookingPlace(answer)
  const leaf = leafText(booking.startUtc, viewer)
  const date = dateTextOf(booking.startUtc, viewer)
  const time = timeRangeText(booking.startUtc, booking.endUtc, viewer)
  const rows: [string, string][] = [
    ['Name', booking.fullName],
    ['Email', booking.email],
    ...(booking.guests.length > 0 ? [['Guests', booking.guests.join('\n')] as [string, string]] : []),
  ]
  return (
    <section className="card block" aria-labelledby="details">
      <header className="block-header">
        <h2 id="details">Booking details</h2>
        <CopyDetails booking={answer} viewer={viewer} />
      </header>
      <div className="when notranslate" data-over={!isConfirmed || undefined}>
        {leaf && (
          <p className="leaf" aria-hidden="true" suppressHydrationWarning>
            <span suppressHydrationWarning>{leaf.month}</span>
            <strong suppressHydrationWarning>{leaf.day}</strong>
          </p>
        )}
        <dl>
          <div>
            <dt className="hidden">Date</dt>
            <dd className="when-date" suppressHydrationWarning>
              {date}
            </dd>
          </div>
          {!(date === INVALID_DATE && time === INVALID_DATE) && (
            <div>
              <dt className="hidden">Time</dt>
              <dd className="when-time" suppressHydrationWarning>
                {time}
              </dd>
            </div>
          )}
          <div>
            <dt className="hidden">Time zone</dt>
            <dd className="hint" suppressHydrationWarning>
              {zoneText(booking.startUtc, viewer)}
            </dd>
          </div>
        </dl>
      </div>
      {place?.url && event.meetVia !== 'in-person' && !isOver && (
        <a className="button primary join" href={place.url} target="_blank" rel="noopener noreferrer">
          Join
          <span className="hidden"> (opens in a new tab)</span>
        </a>
      )}
      <dl className="details">
        <div>
          <dt>Duration</dt>
          <dd>{booking.duration} minutes</dd>
        </div>
        <div>
          <dt>Meet via</dt>
          <dd>
            {meetViaLabels[event.meetVia]}
            {isConfirmed && isUpcoming && !place && event.meetVia === 'google-meet' && (
              <span className="hint">
                {booking.hasVideoCallFailed
                  ? 'There’s no link yet. Please ask the host how to join.'
                  : 'Creating your Google Meet link...'}
              </span>
            )}
          </dd>
        </div>
        {place && (
          <div>
            <dt>{place.label}</dt>
            <dd>
              <bdi>
                <Place text={place.text} />
              </bdi>
            </dd>
          </div>
        )}
        <div>
          <dt>Host</dt>
          <dd className="details-host">
            {event.hostPhoto !== null && <HostAvatar name={event.hostName} photo={event.hostPhoto} />}
            <bdi>{event.hostName}</bdi>
          </dd>
        </div>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {answersOf(booking.customFieldsCollections, viewer).map(({ id, name, fields }) => (
        <section key={id} className="answers">
          <h3>{name}</h3>
          <dl className="details">
            {fields.map((field) => (
              <div key={field.id}>
                <dt>
                  <bdi>{field.label}</bdi>
                </dt>
                <dd suppressHydrationWarning>
                  <bdi suppressHydrationWarning>{field.answer}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {booking.description && (
        <p className="description">
          <bdi>
            <LinkedText text={booking.description} />
          </bdi>
        </p>
      )}
    </section>
  )
}

function Place({ text }: { text: string }) {
  if (!/^https?:\/\/\S+$/i.test(text)) return text
  return (
    <a className="meeting" href={text} target="_blank" rel="noopener noreferrer">
      {text.replace(/^https?:\/\//i, '')}
      <span className="hidden"> (opens in a new tab)</span>
    </a>
  )
}

function CopyDetails({ booking, viewer }: { booking: BookingAnswer; viewer: Viewer }) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)
  const isHydrated = useHydrated()
  const copy = async () => {
    setOutcome(null)
    try {
      await navigator.clipboard.writeText(plainDetails(booking, viewer))
      setOutcome('copied')
    } catch {
      setOutcome('failed')
    }
  }
  return (
    <p className="copy needs-script">
      <span role="status" className="hint">
        {outcome === 'copied' && <span>Copied!</span>}
        {outcome === 'failed' && <span>Couldn’t copy. Select the text and copy it manually.</span>}
      </span>
      <button type="button" className="button quiet" onClick={() => void copy()} disabled={!isHydrated}>
        Copy Details
      </button>
    </p>
  )
}
