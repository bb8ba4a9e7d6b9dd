import { Video } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import type { BookingAnswer } from '../../contract/bookings/booking.schema.ts'
import { meetViaLabels } from '../../contract/events/event-options.ts'
import { bookingPlace } from '../../contract/bookings/meeting-place.ts'
import { dateTextOf, timeRangeText, zoneText } from '../../contract/time/time-text.ts'
import { AnswerList } from '../../web/fields/answer-list.tsx'
import { PrivateFields } from '../../web/fields/private-fields.tsx'
import { privateCollections } from '../../web/fields/use-saved-answers.ts'
import { statusTexts } from '../../web/texts/booking-texts.ts'
import { Badge } from '../../web/ui/badge.tsx'
import { buttonClass } from '../../web/ui/button.tsx'
import { BookingLabels } from './booking-labels.tsx'
import type { Called } from './use-call.ts'
import type { HostTime } from './use-host-time.ts'
import { usePrivateNotes } from './use-private-notes.ts'

interface BookingDetailsProps {
  booking: BookingAnswer
  /** False while it may be from before. */
  isCurrent: boolean
  labels: Called<'listLabels'>
  time: HostTime
  /** After private notes or labels were saved. */
  onSaved: () => Promise<void>
}

/**
 * A booking as its host sees it: who, when, what they answered, and their labels and private notes, which are edited
 * here.
 */
export function BookingDetails({ booking, isCurrent, labels, time, onSaved }: BookingDetailsProps) {
  const { bookingData: data, eventData: event } = booking
  const { viewer, timeFormat } = time
  const collections = data.customFieldsCollections
  const asked = collections.filter(({ collectionStage }) => collectionStage === 'onBooking')
  const toFill = useMemo(() => privateCollections(collections), [collections])
  const filling = usePrivateNotes({ bookingId: data.id, collections: toFill, isCurrent, onSaved })
  const place = bookingPlace(booking)
  const guests = data.guestLinks
  return (
    <div className="grid gap-4">
      <div>
        <div className="flex items-start justify-between gap-3">
          <h2 className="text-base leading-snug font-semibold wrap-anywhere">{data.title}</h2>
          <Badge tone={data.status === 'confirmed' ? 'success' : 'danger'} hasDot>
            {statusTexts[data.status]}
          </Badge>
        </div>
        <p className="mt-1 tabular-nums">
          {dateTextOf(data.startUtc, viewer)}, {timeRangeText(data.startUtc, data.endUtc, viewer)}
        </p>
        <p className="text-xs text-muted">{zoneText(data.startUtc, viewer)}</p>
      </div>
      {/* Labels are the owner’s alone. */}
      {booking.access.role === 'host' && (
        <BookingLabels bookingId={data.id} labelIds={data.labelIds} labels={labels} onSaved={onSaved} />
      )}
      {place?.url && (
        <a
          href={place.url}
          target="_blank"
          rel="noopener noreferrer"
          className={`justify-self-start ${buttonClass({ variant: 'primary', size: 'sm' })}`}
        >
          <Video aria-hidden="true" />
          Join
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      )}
      <dl className="grid gap-3">
        <Row label="Invitee">
          {data.erasedAt === null ? (
            <>
              <span className="block font-medium">{data.fullName}</span>
              <MailLink email={data.email} />
            </>
          ) : (
            'Erased by the invitee'
          )}
        </Row>
        {guests.length > 0 && (
          <Row label="Guests">
            {guests.map(({ id, email }) => (
              <span key={id} className="block">
                <MailLink email={email} />
              </span>
            ))}
          </Row>
        )}
        {!place?.url && (
          <Row label={place?.label ?? 'Meet via'}>{place?.text ?? meetViaLabels[event.meetVia]}</Row>
        )}
        {data.cancellationReason !== null && <Row label="Cancellation reason">{data.cancellationReason}</Row>}
      </dl>
      <AnswerList collections={asked} viewer={viewer} />
      <PrivateFields collections={toFill} filling={filling} timeFormat={timeFormat} stickyClass="top-0" />
    </div>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="whitespace-pre-line wrap-anywhere">{children}</dd>
    </div>
  )
}

const MailLink = ({ email }: { email: string }) => (
  <a
    href={`mailto:${email}`}
    target="_blank"
    rel="noopener"
    className="text-brand underline underline-offset-2"
  >
    {email}
  </a>
)
