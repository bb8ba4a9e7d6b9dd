import { useState } from 'react'
import type { BookedCollection } from '../../contract/collection.ts'
import { meetViaLabels } from '../../contract/event-options.ts'
import type { PublicPage } from '../../contract/pages.ts'
import { useReader } from '../public-pages/reader.ts'
import { dateTextOf, timeRangeText, zoneText } from '../public-pages/time-text.ts'

export function ConfirmationPage({ page }: { page: PublicPage & { kind: 'confirmation' } }) {
  const { bookingData: booking, eventData: event } = page.booking
  const reader = useReader(page.reader)
  const canceled = booking.status === 'canceled'
  const details: [string, string][] = [
    ['Date', dateTextOf(booking.startUtc, reader)],
    ['Time', timeRangeText(booking.startUtc, booking.endUtc, reader)],
    ['Time zone', zoneText(booking.startUtc, reader)],
    ['Duration', `${booking.duration} minutes`],
    ['Meet via', meetViaLabels[event.meetVia]],
    ['Host', event.hostName],
    ['Name', booking.fullName],
    ['Email', booking.email],
  ]
  return (
    <article className="card confirmation">
      <header className="banner" data-canceled={canceled || undefined}>
        <svg viewBox="0 0 48 48" aria-hidden="true" className="banner-picture">
          <circle cx="24" cy="24" r="20" />
          <path d={canceled ? 'm17 17 14 14m0-14-14 14' : 'm15 25 6 6 12-14'} />
        </svg>
        <h1>{canceled ? 'Booking Canceled' : 'Booking Confirmed'}</h1>
        <p>{booking.title}</p>
      </header>
      <section aria-labelledby="details">
        <h2 id="details">Booking details</h2>
        <dl className="details">
          {details.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd suppressHydrationWarning>{value}</dd>
            </div>
          ))}
        </dl>
        <Answers collections={booking.customFieldsCollections} />
        {booking.description && <p className="description">{booking.description}</p>}
        <CopyDetails
          text={[booking.title, ...details.map(([name, value]) => `${name}: ${value}`)]
            .concat(
              booking.customFieldsCollections.flatMap(answered).map(([, name, value]) => `${name}: ${value}`),
            )
            .join('\n')}
        />
      </section>
    </article>
  )
}

/** What was asked and answered, in the booking's own words. */
function Answers({ collections }: { collections: readonly BookedCollection[] }) {
  return collections
    .map((collection) => ({ ...collection, answers: answered(collection) }))
    .filter(({ answers }) => answers.length > 0)
    .map(({ id, name, answers }) => (
      <section key={id} className="answers">
        <h3>{name}</h3>
        <dl className="details">
          {answers.map(([fieldId, label, value]) => (
            <div key={fieldId}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    ))
}

const answered = ({ fields }: BookedCollection) =>
  fields.flatMap(({ id, label, value }) =>
    value === null ? [] : [[id, label, Array.isArray(value) ? value.join(', ') : value] as const],
  )

function CopyDetails({ text }: { text: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    )
  }
  return (
    <p className="actions">
      <button type="button" className="button quiet" onClick={copy}>
        Copy Details
      </button>
      <span role="status">
        {outcome === 'copied' && 'Copied!'}
        {outcome === 'failed' && 'Copying was not allowed. Please select the text above.'}
      </span>
    </p>
  )
}
