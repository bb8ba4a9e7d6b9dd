import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type SyntheticEvent,
  type KeyboardEvent,
} from 'react'
import type { BookingAnswer } from '../../../contract/bookings/booking.schema.ts'
import type { Slot } from '../../../contract/events/slot.schema.ts'
import type { Answer } from '../../../contract/custom-fields/custom-fields.ts'
import type { PublicEvent } from '../../../contract/events/event.schema.ts'
import { confirmationPath } from '../../../contract/pages/page-paths.ts'
import type { Viewer } from '../../../contract/time/viewer.ts'
import { FieldForm, fieldKey } from '../../fields/field-form.tsx'
import { CallFailed } from '../../../contract/api/client.ts'
import { addressesOf } from '../addresses.ts'
import { call, isRefused } from '../call.ts'
import { noteChange } from '../just-changed.ts'
import { useSessionText } from '../use-session-state.ts'
import { isHour12 } from '../../../contract/time/time-text.ts'
import { AttemptWarning } from './attempt-warning.tsx'
import { ChosenBar, continueIn } from './chosen-bar.tsx'
import { withToken } from './for-somebody/use-for-somebody.ts'
import { repeatEarlyInput } from './early-input.ts'
import {
  errorLines,
  errorsByKey,
  type FieldErrors,
  isAboutQuestions,
  missingOf,
  offeredAnswers,
  unfitFields,
  withHalfDates,
  without,
} from './form-answers.ts'
import {
  earlierProblem,
  FormProblem,
  missingText,
  problemOf,
  problemWords,
  tooMany,
  type Problem,
} from './form-problem.tsx'
import { GuestsField } from './guests-field.tsx'
import { InviteeFields } from './invitee-fields.tsx'
import { repeatChanges } from './repeat-changes.ts'
import { SubmitArea } from './submit-area.tsx'
import { useAttemptLimit } from './use-attempt-limit.ts'
import { EarlierAttempt, useBookingAttempts } from './use-booking-attempts.ts'
import { useBookingDraft } from './use-booking-draft.ts'
import { usePrefill } from './use-prefill.ts'

const NONE: PublicEvent['customFieldsCollections'] = []

export interface BookingFormProps {
  event: PublicEvent
  /** The booking to change; null for a new one. */
  booking: BookingAnswer['bookingData'] | null
  /** For guests, who can't change the invitee's details. */
  isTimeOnly?: boolean
  /** The host who books for somebody; null if invitees book for themselves. */
  by?: { token: string; isAnyway: boolean } | null
  /** What to do about the time that the host entered before it can be booked; null without one. */
  notChosenText?: string | null
  slot: Slot | null
  viewer: Viewer
  /** This start was sent, so the invitee may have it already; null once the server has refused the booking. */
  onSent?: (startUtc: string | null) => void
  /** The selected slot is gone, so the slots must be refreshed. */
  onSlotGone?: () => void
  onBooked?: () => void
  /** The event's questions differ from what the page shows. Resolves once it shows them, or can't in time. */
  onFieldsChanged: () => Promise<void>
}

export function BookingForm({
  event,
  booking,
  isTimeOnly = false,
  by = null,
  notChosenText = null,
  slot,
  viewer,
  onSent,
  onSlotGone,
  onBooked,
  onFieldsChanged,
}: BookingFormProps) {
  const { draft, type, answer, prefill, touched, finish, isMoved, remembering } = useBookingDraft(
    event.id,
    booking,
    by !== null,
  )
  const [guestsText, setGuestsText] = useSessionText(`bookingGuests:${event.id}${by ? ':for' : ''}`)
  const guests = booking ? [] : addressesOf(guestsText)
  usePrefill(booking === null ? event : null, prefill, setGuestsText)
  const limit = useAttemptLimit()
  const [submitting, setSubmitting] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({})
  const alert = useRef<HTMLDivElement>(null)
  const book = useBookingAttempts(event.id, by !== null)
  /** Whether an attempt without an answer may have moved the booking already. */
  const mayHaveMoved = useRef(false)
  // Another time that was chosen is kept, and refused with the reason.
  const isOldTime = isMoved && !submitting && slot?.startUtc === booking?.startUtc
  useEffect(() => {
    if (isOldTime) window.location.reload()
  }, [isOldTime])
  const form = useRef<HTMLFormElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  // The server renders only the form of an existing booking; any other one opens later.
  const isHydrated = booking !== null
  useEffect(() => {
    if (isHydrated) repeatEarlyInput(form.current!)
  }, [isHydrated])
  useEffect(() => repeatChanges(form.current!), [])

  useLayoutEffect(() => {
    if (problem) alert.current?.focus()
  }, [problem])

  const collections = isTimeOnly ? NONE : event.customFieldsCollections
  const answers = useMemo(() => offeredAnswers(collections, draft.answers), [collections, draft.answers])
  const missing = missingOf(draft, slot !== null || notChosenText !== null, collections, answers)
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
      setProblem((current) => (current?.about === 'person' ? null : current))
      setFieldErrors((current) => without(current, name))
    },
    [type],
  )

  const lines = errorLines(fieldErrors, collections)
  const words = problem && problemWords(problem, { missing, lines, hasTime: slot !== null })
  // Once fixed, an error must not come back when something else goes wrong.
  if (problem && !words) setProblem(null)
  const tellMissing = () => {
    setProblem({ about: 'missing' })
    alert.current?.focus()
  }
  const hints = [missing.length > 0 ? missingText(missing) : null, notChosenText].filter(
    (text) => text !== null,
  )
  const action = booking ? 'Update booking' : by?.isAnyway ? 'Book anyway' : 'Book Meeting'
  // Browsers don't submit a form with a disabled button, so pressing Enter explains why.
  const onKeyDown = ({ key, target }: KeyboardEvent) => {
    if (key === 'Enter' && target instanceof HTMLInputElement && missing.length > 0) tellMissing()
  }

  const submit = async (submission: SyntheticEvent, isAnyway = by?.isAnyway === true) => {
    submission.preventDefault()
    if (submitting) return
    if (missing.length > 0 || !slot) return tellMissing()
    const unfit = isTimeOnly
      ? {}
      : withHalfDates(unfitFields({ email: draft.email, guests }, collections, answers), collections)
    setFieldErrors(unfit)
    if (Object.keys(unfit).length > 0) return setProblem({ about: 'fields', text: null })
    const time = {
      eventId: event.id,
      calendarId: event.calendarId,
      duration: event.duration,
      startUTC: slot.startUtc,
      endUTC: slot.endUtc,
      ...(booking && !mayHaveMoved.current && { previousStartUTC: booking.startUtc }),
    }
    const body = {
      ...time,
      ...(!booking && event.durations.length > 1 && { selectedDuration: event.duration }),
      fullName: draft.fullName,
      email: draft.email,
      timezone: viewer.timeZone,
      timeFormat: isHour12(viewer) ? ('12hour' as const) : ('24hour' as const),
      ...(guests.length > 0 && { guests }),
      ...(by && { byHost: true, bookAnyway: isAnyway }),
      ...(booking && { touched: touched(collections, answers) }),
      customFieldsCollections: collections.map(({ id, fields }) => ({
        id,
        fields: fields.flatMap((field) => {
          const value = answers[fieldKey(id, field.id)]
          return value === undefined ? [] : [{ id: field.id, value }]
        }),
      })),
    }
    const until = by ? null : limit.count()
    if (until !== null) return setProblem(tooMany(until, viewer))
    setSubmitting(true)
    if (booking && slot.startUtc !== booking.startUtc) mayHaveMoved.current = true
    onSent?.(slot.startUtc)
    setProblem(null)
    try {
      const { id } = booking
        ? await call('updateBooking', { params: { id: booking.id }, body: isTimeOnly ? time : body })
        : await book({ query: { bookingUrlId: event.bookingUrlId }, body }, by ? withToken(by.token) : {})
      finish()
      setGuestsText('')
      onBooked?.()
      if (booking) await noteChange(id)
      // After going back, a browser may restore this page or its fields as they were, with the finished booking's
      // details.
      window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload())
      window.addEventListener('pagehide', () => form.current?.reset())
      const created = `?bookingJustCreated=true${by ? '&for=somebody' : ''}`
      window.location.assign(`${confirmationPath(id)}${booking ? '' : created}`)
    } catch (error) {
      if (error instanceof CallFailed && isRefused(error)) {
        mayHaveMoved.current = false
        onSent?.(null)
      }
      const errors = error instanceof CallFailed ? errorsByKey(error.fields) : {}
      // The answers fit the questions that the form shows. A field that is replaced would lose the focus.
      if (isAboutQuestions(errors) || 'duration' in errors) await onFieldsChanged()
      setSubmitting(false)
      const isByHost = by !== null
      if (error instanceof EarlierAttempt) {
        onSent?.(error.bookingId === null ? error.startUtc : null)
        return setProblem(earlierProblem(error, viewer, isByHost))
      }
      if (!(error instanceof CallFailed)) throw error
      if (error.code === 'slot_not_found') onSlotGone?.()
      setFieldErrors(errors)
      setProblem(problemOf(error, viewer, { isByHost, startUtc: booking ? null : slot.startUtc }))
    }
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The keys come from its fields.
    <form
      className="booking-form needs-script"
      ref={form}
      onKeyDown={onKeyDown}
      onBlur={() => setFieldErrors((current) => withHalfDates(current, collections))}
      onSubmit={(submission) => void submit(submission)}
      noValidate
    >
      {slot && (
        <ChosenBar
          slot={slot}
          viewer={viewer}
          action={booking ? 'Update' : 'Book'}
          submit={button}
          onContinue={() => continueIn(form.current!)}
        />
      )}
      <h2 tabIndex={-1}>{isTimeOnly ? 'New time' : by ? 'Their details' : 'Your details'}</h2>
      {words && (
        <FormProblem {...words} ref={alert}>
          {by && problem?.about === 'person' && (
            <button type="button" className="button quiet" onClick={(click) => void submit(click, true)}>
              Book anyway
            </button>
          )}
          {problem?.about === 'earlier' && <a href={confirmationPath(problem.bookingId)}>View booking</a>}
        </FormProblem>
      )}
      {!isTimeOnly && (
        <InviteeFields draft={draft} errors={fieldErrors} onType={setText} remembering={remembering} />
      )}
      <FieldForm
        collections={collections}
        answers={answers}
        errors={fieldErrors}
        timeFormat={isHour12(viewer) ? '12hour' : '24hour'}
        onChange={setAnswer}
      />
      {!booking && (
        <GuestsField
          text={guestsText}
          error={fieldErrors['guests']}
          onChange={(text) => {
            setGuestsText(text)
            setFieldErrors((current) => without(current, 'guests'))
          }}
        />
      )}
      {!by && <AttemptWarning left={limit.left} />}
      <SubmitArea
        ref={button}
        slot={slot}
        viewer={viewer}
        label={submitting ? (booking ? 'Updating...' : 'Booking...') : action}
        isDisabled={submitting || (!by && limit.left === 0)}
        hints={hints}
      />
    </form>
  )
}
