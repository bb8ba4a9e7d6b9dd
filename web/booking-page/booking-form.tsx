import {
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import type { BookingAnswer } from '../../contract/booking.ts'
import { answerError, type Answer, hasOptions, isMissing } from '../../contract/custom-fields.ts'
import type { PublicEvent } from '../../contract/event.ts'
import { confirmationPath } from '../../contract/event-options.ts'
import type { Reader } from '../../contract/pages.ts'
import { FieldForm, fieldKey } from '../field-form/field-form.tsx'
import { call, CallFailed } from '../public-pages/call.ts'
import { isHour12, timeText } from '../public-pages/time-text.ts'
import { useAttemptKey } from '../use-attempt-key.ts'
import { AttemptWarning } from './attempt-warning.tsx'
import { repeatEarlyInput } from './early-input.ts'
import { InviteeFields } from './invitee-fields.tsx'
import { useAttemptLimit } from './use-attempt-limit.ts'
import { type BookingDraft, useBookingDraft } from './use-booking-draft.ts'

interface BookingFormProps {
  event: PublicEvent
  /** What is to be changed; null for a new booking. */
  booking: BookingAnswer['bookingData'] | null
  startUtc: string | null
  endUtc: string | null
  reader: Reader
  /** The chosen slot is gone: fresh ones are to be shown. */
  onSlotGone: () => void
  onBooked: () => void
  /** Something is asked by now that the page does not show. */
  onFieldsChanged: () => void
  summary: ReactNode
}

interface Problem {
  title: string
  text: string
}

export function BookingForm({
  event,
  booking,
  startUtc,
  endUtc,
  reader,
  onSlotGone,
  onBooked,
  onFieldsChanged,
  summary,
}: BookingFormProps) {
  const { draft, type, answer, finish, remembering } = useBookingDraft(event.id, booking)
  const limit = useAttemptLimit()
  const [submitting, setSubmitting] = useState(false)
  const [problem, setProblem] = useState<Problem | 'missing' | null>(null)
  const [fieldErrors, setFieldErrors] = useState<Record<string, string>>({})
  const alert = useRef<HTMLDivElement>(null)
  const attemptKey = useAttemptKey()
  const hintId = useId()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => repeatEarlyInput(form.current!), [])

  useEffect(() => {
    if (problem) alert.current?.focus()
  }, [problem])

  const collections = event.customFieldsCollections
  const answers = useMemo(() => offeredAnswers(collections, draft.answers), [collections, draft.answers])
  const missing = [
    ...(draft.fullName.trim() ? [] : ['Full Name']),
    ...(draft.email.trim() ? [] : ['Email Address']),
    ...(startUtc ? [] : ['a date and time']),
    ...collections.flatMap(({ id, fields }) =>
      fields.flatMap((field) => (isMissing(field, answers[fieldKey(id, field.id)]) ? [field.label] : [])),
    ),
  ]
  const setAnswer = useCallback(
    (key: string, given: Answer) => {
      answer(key, given)
      setFieldErrors((current) => without(current, key))
    },
    [answer],
  )
  const setText = useCallback(
    (name: 'fullName' | 'email', text: string) => {
      type({ [name]: text })
      setFieldErrors((current) => without(current, name))
    },
    [type],
  )

  const missingText = `Please fill in the following: ${missing.join(', ')}`
  const shownProblem =
    problem === 'missing'
      ? missing.length > 0 && { title: 'Missing Required Information', text: missingText }
      : problem
  const tellMissing = () => {
    setProblem('missing')
    alert.current?.focus()
  }
  // A browser sends no form whose button is disabled: whoever presses Enter is told why.
  const onKeyDown = ({ key, target }: KeyboardEvent) => {
    if (key === 'Enter' && target instanceof HTMLInputElement && missing.length > 0) tellMissing()
  }

  const submit = async (submission: FormEvent) => {
    submission.preventDefault()
    if (submitting) return
    if (missing.length > 0 || !startUtc || !endUtc) return tellMissing()
    const unfit = unfitAnswers(collections, answers)
    setFieldErrors(unfit)
    const [first] = Object.values(unfit)
    if (first) return setProblem({ title: 'Please check your details', text: first })
    const body = {
      eventId: event.id,
      calendarId: event.calendarId,
      duration: event.duration,
      fullName: draft.fullName,
      email: draft.email,
      startUTC: startUtc,
      endUTC: endUtc,
      timezone: reader.timeZone,
      timeFormat: isHour12(reader) ? ('12hour' as const) : ('24hour' as const),
      customFieldsCollections: collections.map(({ id, fields }) => ({
        id,
        fields: fields.flatMap((field) => {
          const value = answers[fieldKey(id, field.id)]
          return value === undefined ? [] : [{ id: field.id, value }]
        }),
      })),
    }
    const until = limit.count()
    if (until !== null) return setProblem(tooMany(until, reader))
    setSubmitting(true)
    setProblem(null)
    try {
      const { id } = booking
        ? await call('updateBooking', { params: { id: booking.id }, body })
        : await call(
            'createBooking',
            { query: { bookingUrlId: event.bookingUrlId }, body },
            { headers: { 'idempotency-key': attemptKey(JSON.stringify(body)) } },
          )
      finish()
      onBooked()
      // A browser may show this very page again, when somebody goes back: as it was, with what is booked by then.
      window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload())
      window.location.assign(`${confirmationPath(id)}${booking ? '' : '?bookingJustCreated=true'}`)
    } catch (error) {
      setSubmitting(false)
      if (!(error instanceof CallFailed)) throw error
      if (error.failure?.code === 'slot_not_found') onSlotGone()
      const errors = errorsByKey(error.failure?.fields ?? {})
      const known = new Set(
        collections.flatMap(({ id, fields }) => fields.map((field) => fieldKey(id, field.id))),
      )
      if (Object.keys(errors).some((key) => key.includes('.') && !known.has(key))) onFieldsChanged()
      setFieldErrors(errors)
      setProblem(problemOf(error, reader))
    }
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The keys are those of its fields.
    <form
      className="booking-form needs-script"
      ref={form}
      onKeyDown={onKeyDown}
      onSubmit={(submission) => void submit(submission)}
      noValidate
    >
      <h2>Your details</h2>
      {shownProblem && (
        <div className="alert" role="alert" tabIndex={-1} ref={alert}>
          <strong>{shownProblem.title}</strong>
          <p>{shownProblem.text}</p>
        </div>
      )}
      <InviteeFields draft={draft} errors={fieldErrors} onType={setText} remembering={remembering} />
      <FieldForm collections={collections} answers={answers} errors={fieldErrors} onChange={setAnswer} />
      <AttemptWarning left={limit.left} />
      <div className="submit">
        {summary}
        <button
          type="submit"
          className="button primary"
          disabled={missing.length > 0 || submitting || limit.left === 0}
          aria-describedby={missing.length > 0 ? hintId : undefined}
        >
          {booking
            ? submitting
              ? 'Updating...'
              : 'Update Booking'
            : submitting
              ? 'Booking...'
              : 'Book Meeting'}
        </button>
        {missing.length > 0 && (
          <p className="hint" id={hintId}>
            {missingText}
          </p>
        )}
      </div>
    </form>
  )
}

/** The answers without choices that are offered no more: nobody could see them to take them back. */
function offeredAnswers(
  collections: PublicEvent['customFieldsCollections'],
  answers: BookingDraft['answers'],
): BookingDraft['answers'] {
  const offered = { ...answers }
  for (const { id, fields } of collections) {
    for (const field of fields) {
      const key = fieldKey(id, field.id)
      const answer = answers[key]
      if (answer === undefined || !hasOptions(field.type)) continue
      if (Array.isArray(answer)) offered[key] = answer.filter((option) => field.options.includes(option))
      else if (!field.options.includes(answer)) offered[key] = ''
    }
  }
  return offered
}

/** What is wrong with the shape of answers, by `fieldKey`. */
function unfitAnswers(collections: PublicEvent['customFieldsCollections'], answers: BookingDraft['answers']) {
  const errors: Record<string, string> = {}
  for (const { id, fields } of collections) {
    for (const field of fields) {
      const key = fieldKey(id, field.id)
      const error = answerError(field, answers[key] ?? '')
      if (error) errors[key] = error
    }
  }
  return errors
}

const PLACE = 'customFieldsCollections.'

/** The server's messages: those of custom fields by `fieldKey`. */
const errorsByKey = (fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(fields).map(([path, message]) => [
      path.startsWith(PLACE) ? path.slice(PLACE.length) : path,
      message,
    ]),
  )

const without = (errors: Readonly<Record<string, string>>, key: string) =>
  Object.fromEntries(Object.entries(errors).filter(([other]) => other !== key))

const tooMany = (until: number, reader: Reader): Problem => ({
  title: 'Rate Limit Exceeded',
  text: `Too many booking attempts. Please try again after ${timeText(new Date(until).toISOString(), reader)}.`,
})

function problemOf({ status, failure, until }: CallFailed, reader: Reader): Problem {
  if (failure?.code === 'too_many_requests') {
    return until === null ? { title: 'Rate Limit Exceeded', text: failure.error } : tooMany(until, reader)
  }
  if (failure?.code === 'slot_not_found') {
    return {
      title: failure.error,
      text: 'Somebody was quicker. Please choose another time; what you have typed is kept.',
    }
  }
  if (failure?.code === 'validation_failed') {
    return { title: 'Please check your details', text: failure.error }
  }
  if (failure && status !== 500) return { title: 'Booking Failed', text: failure.error }
  return { title: 'Booking Failed', text: 'There was an error creating your booking. Please try again.' }
}
