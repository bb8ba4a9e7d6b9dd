import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { PublicEvent } from '../../contract/event.ts'
import { confirmationPath } from '../../contract/event-options.ts'
import { call, CallFailed } from '../public-pages/call.ts'

interface BookingFormProps {
  event: PublicEvent
  startUtc: string | null
  endUtc: string | null
  timeZone: string
  /** The chosen slot is gone: fresh ones are to be shown. */
  onSlotGone: () => void
  summary: ReactNode
}

interface Invitee {
  fullName: string
  email: string
}

interface Problem {
  title: string
  text: string
}

export function BookingForm({ event, startUtc, endUtc, timeZone, onSlotGone, summary }: BookingFormProps) {
  const [invitee, setInvitee] = useDraft(event.id)
  const [submitting, setSubmitting] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [fieldErrors, setFieldErrors] = useState<Record<string, string>>({})
  const alert = useRef<HTMLDivElement>(null)
  // One for what is asked now: asked again after a lost answer, it books once.
  const attempt = useRef({ asked: '', key: '' })
  const hintId = useId()

  useEffect(() => {
    if (problem) alert.current?.focus()
  }, [problem])

  const missing = [
    !invitee.fullName.trim() && 'Full Name',
    !invitee.email.trim() && 'Email Address',
    !startUtc && 'a date and time',
  ].filter((name) => name !== false)

  const submit = async (submission: FormEvent) => {
    submission.preventDefault()
    if (submitting) return
    if (missing.length > 0 || !startUtc || !endUtc) {
      setProblem({
        title: 'Missing Required Information',
        text: `Please fill in the following: ${missing.join(', ')}`,
      })
      return
    }
    const body = {
      eventId: event.id,
      calendarId: event.calendarId,
      duration: event.duration,
      fullName: invitee.fullName,
      email: invitee.email,
      startUTC: startUtc,
      endUTC: endUtc,
      timezone: timeZone,
      customFieldsCollections: [],
    }
    const asked = JSON.stringify(body)
    if (attempt.current.asked !== asked) attempt.current = { asked, key: newKey() }
    setSubmitting(true)
    setProblem(null)
    setFieldErrors({})
    try {
      const { id } = await call(
        'createBooking',
        { query: { bookingUrlId: event.bookingUrlId }, body },
        { headers: { 'idempotency-key': attempt.current.key } },
      )
      window.location.assign(`${confirmationPath(id)}?bookingJustCreated=true`)
    } catch (error) {
      setSubmitting(false)
      if (!(error instanceof CallFailed)) throw error
      if (error.failure?.code === 'slot_not_found') onSlotGone()
      setFieldErrors(error.failure?.fields ?? {})
      setProblem(problemOf(error))
    }
  }

  return (
    <form className="booking-form" onSubmit={(submission) => void submit(submission)} noValidate>
      <h2>Your details</h2>
      {problem && (
        <div className="alert" role="alert" tabIndex={-1} ref={alert}>
          <strong>{problem.title}</strong>
          <p>{problem.text}</p>
        </div>
      )}
      <div className="fields">
        <Field
          label="Full Name"
          name="name"
          autoComplete="name"
          value={invitee.fullName}
          error={fieldErrors['fullName']}
          onChange={(fullName) => setInvitee({ ...invitee, fullName })}
        />
        <Field
          label="Email Address"
          name="email"
          type="email"
          autoComplete="email"
          value={invitee.email}
          error={fieldErrors['email']}
          onChange={(email) => setInvitee({ ...invitee, email })}
        />
      </div>
      <div className="submit">
        {summary}
        <button
          type="submit"
          className="button primary"
          disabled={missing.length > 0 || submitting}
          aria-describedby={missing.length > 0 ? hintId : undefined}
        >
          {submitting ? 'Booking...' : 'Book Meeting'}
        </button>
        {missing.length > 0 && (
          <p className="hint" id={hintId}>
            Please fill in the following: {missing.join(', ')}
          </p>
        )}
      </div>
    </form>
  )
}

interface FieldProps {
  label: string
  name: string
  type?: 'text' | 'email'
  autoComplete: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

function Field({ label, error, onChange, type = 'text', ...input }: FieldProps) {
  const id = useId()
  const errorId = useId()
  return (
    <div className="field">
      <label htmlFor={id} className="label">
        {label} <span aria-hidden="true">*</span>
      </label>
      <input
        id={id}
        type={type}
        required
        maxLength={254}
        aria-invalid={error !== undefined}
        aria-describedby={error ? errorId : undefined}
        onChange={(change) => onChange(change.target.value)}
        {...input}
      />
      {error && (
        <p className="field-error" id={errorId}>
          {error}
        </p>
      )}
    </div>
  )
}

function problemOf({ status, failure }: CallFailed): Problem {
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

/** `crypto.randomUUID` exists on https and localhost alone. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')

/** What has been typed, kept for this tab, so that a reload loses nothing. */
function useDraft(eventId: string) {
  const key = `bookingDraft:${eventId}`
  const [invitee, setInvitee] = useState<Invitee>({ fullName: '', email: '' })
  useEffect(() => {
    const kept = sessionStorage.getItem(key)
    // oxlint-disable-next-line react/set-state-in-effect -- What the tab has kept is not known while the server's page is taken over.
    if (kept) setInvitee(JSON.parse(kept) as Invitee)
  }, [key])
  const change = (next: Invitee) => {
    setInvitee(next)
    sessionStorage.setItem(key, JSON.stringify(next))
  }
  return [invitee, change] as const
}
