import { Video } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { BookedCollection } from '../../contract/custom-fields/collection.schema.ts'
import type { BookingAnswer } from '../../contract/bookings/booking.schema.ts'
import type { Answer } from '../../contract/custom-fields/custom-fields.ts'
import { meetViaLabels } from '../../contract/events/event-options.ts'
import { bookingPlace } from '../../contract/bookings/meeting-place.ts'
import { dateTextOf, timeRangeText, zoneText } from '../../contract/time/time-text.ts'
import { AnswerList } from '../../web/fields/answer-list.tsx'
import { AnswerSaver } from '../../web/fields/answer-saver.ts'
import { fieldKey } from '../../web/fields/field-form.tsx'
import { PrivateFields } from '../../web/fields/private-fields.tsx'
import { inCollections, privateCollections, useSavedAnswers } from '../../web/fields/use-saved-answers.ts'
import { statusTexts } from '../../web/texts/booking-texts.ts'
import { Badge } from '../../web/ui/badge.tsx'
import { buttonClass } from '../../web/ui/button.tsx'
import { call } from '../messages.ts'
import { unsavedNotes } from '../stored.ts'
import { BookingLabels } from './booking-labels.tsx'
import type { Called } from './use-call.ts'
import type { HostTime } from './use-host-time.ts'

const SAVE_DELAY_MS = 800

interface BookingDetailsProps {
  booking: BookingAnswer
  labels: Called<'listLabels'>
  time: HostTime
  /** After private notes or labels were saved. */
  onSaved: () => Promise<void>
}

/**
 * A booking as its host sees it: who, when, what they answered, and their labels and private notes, which are edited
 * here.
 */
export function BookingDetails({ booking, labels, time, onSaved }: BookingDetailsProps) {
  const { bookingData: data, eventData: event } = booking
  const { viewer, timeFormat } = time
  const collections = data.customFieldsCollections
  const asked = collections.filter(({ collectionStage }) => collectionStage === 'onBooking')
  const toFill = useMemo(() => privateCollections(collections), [collections])
  const saver = useAnswerSaver(data.id, onSaved)
  const filling = useSavedAnswers(saver, toFill)
  useRestoredNotes(data.id, toFill, filling.change)
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

function useAnswerSaver(bookingId: string, onSaved: () => Promise<void>): AnswerSaver {
  const [saver] = useState(
    () =>
      new AnswerSaver({
        delayMs: SAVE_DELAY_MS,
        async save(answers) {
          await call('fillPostBookingFields', {
            params: { id: bookingId },
            body: {
              customFieldsCollections: inCollections(answers).map(({ id, fields }) => ({ id, fields })),
            },
          })
          // Until then the fields would show what was stored before.
          await onSaved()
        },
        // The background script keeps them.
        onUnseenFailure() {},
      }),
  )
  useEffect(() => {
    const flush = () => saver.flush(true)
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      saver.leave()
    }
  }, [saver])
  return saver
}

/** Takes notes that couldn't be saved earlier as typed now, so that they are saved. */
function useRestoredNotes(
  bookingId: string,
  asked: readonly BookedCollection[],
  change: (key: string, answer: Answer) => void,
) {
  const isRestored = useRef(false)
  useEffect(() => {
    if (isRestored.current) return
    isRestored.current = true
    const known = new Set(asked.flatMap(({ id, fields }) => fields.map((field) => fieldKey(id, field.id))))
    for (const { id, fields } of unsavedNotes(bookingId)) {
      for (const field of fields) {
        const key = fieldKey(id, field.id)
        // The event may no longer ask for it.
        if (known.has(key)) change(key, field.value)
      }
    }
  }, [bookingId, asked, change])
}
