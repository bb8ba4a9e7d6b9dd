import { tooManyAttempts, tooManyTries } from '../../../contract/bookings/rate-limits.ts'
import type { ReactNode, Ref } from 'react'
import type { Viewer } from '../../../contract/time/viewer.ts'
import type { CallFailed } from '../../../contract/api/client.ts'
import { timeText } from '../../../contract/time/time-text.ts'
import { slotMomentText } from '../../../contract/time/with-offset.ts'
import { focusField } from '../../ui/focus-field.ts'
import type { ErrorLine } from './form-answers.ts'
import type { EarlierAttempt } from './use-booking-attempts.ts'

/** Why the booking failed. The kind determines when the problem is resolved. */
export type Problem =
  | { about: 'missing' }
  /** `text` if the server summarized the fields itself. */
  | { about: 'fields'; text: string | null }
  | { about: 'slot' | 'attempt' | 'person'; title: string; text: string; note?: string }
  | { about: 'earlier'; title: string; text: string; bookingId: string }

interface FormProblemProps {
  title: string
  text: string | null
  note?: string
  lines: readonly ErrorLine[]
  /** What to do about it. */
  children?: ReactNode
  ref: Ref<HTMLDivElement>
}

export function FormProblem({ title, text, note, lines, children, ref }: FormProblemProps) {
  return (
    <div className="alert" role="alert" tabIndex={-1} ref={ref}>
      <strong key={title}>{title}</strong>
      {text !== null && <p key={text}>{text}</p>}
      {note && <p>{note}</p>}
      {lines.length > 0 && (
        <ul>
          {lines.map(({ key, field, message }) => (
            <li key={key}>
              {field && (
                <a
                  href={`#${field.control}`}
                  onClick={(click) => {
                    click.preventDefault()
                    focusField(field.control)
                  }}
                >
                  {field.label}
                </a>
              )}
              {field && ': '}
              {message}
            </li>
          ))}
        </ul>
      )}
      {children}
    </div>
  )
}

/** The text of a problem; null if it is resolved. */
export function problemWords(
  problem: Problem,
  now: { missing: readonly string[]; lines: readonly ErrorLine[]; hasTime: boolean },
): Omit<FormProblemProps, 'ref' | 'children'> | null {
  switch (problem.about) {
    case 'missing':
      if (now.missing.length === 0) return null
      return { title: 'Missing Required Information', text: missingText(now.missing), lines: [] }
    case 'fields':
      if (now.lines.length === 0) return null
      return {
        title: 'Please check your details',
        text: problem.text,
        lines: problem.text === null ? now.lines : [],
      }
    case 'slot':
      return now.hasTime ? null : { ...problem, lines: [] }
    case 'attempt':
    case 'person':
    case 'earlier':
      return { ...problem, lines: [] }
  }
}

export const missingText = (missing: readonly string[]) =>
  `Please fill in the following: ${missing.join(', ')}`

export const tooMany = (until: number, viewer: Viewer): Problem => ({
  about: 'attempt',
  title: 'Rate Limit Exceeded',
  text: tooManyAttempts(timeText(new Date(until).toISOString(), viewer)),
})

/** Another time was asked for before, and was booked or may have been. */
export function earlierProblem(
  { startUtc, bookingId }: EarlierAttempt,
  viewer: Viewer,
  isByHost: boolean,
): Problem {
  if (bookingId === null) return unanswered(startUtc, viewer, { isByHost, isUnreachable: false })
  return {
    about: 'earlier',
    title: 'Already booked',
    text: `Your earlier attempt booked ${slotMomentText({ startUtc }, viewer)}, so we haven’t booked another time. View that booking to change it, or book again if you want both.`,
    bookingId,
  }
}

/** `startUtc`: the start of a new booking, of which nobody knows whether it exists; null for a change. */
function unanswered(
  startUtc: string | null,
  viewer: Viewer,
  { isByHost, isUnreachable }: { isByHost: boolean; isUnreachable: boolean },
): Problem {
  const notes = isUnreachable ? ['Check your connection.'] : []
  const failed = {
    about: 'attempt' as const,
    title: 'Booking Failed',
    text: 'There was an error creating your booking. Please try again.',
  }
  if (startUtc !== null) {
    const time = slotMomentText({ startUtc }, viewer)
    const check = isByHost ? 'check your bookings' : 'look for a confirmation email'
    notes.push(
      `We don’t know whether ${time} was booked. Trying that time again won’t book it twice; before you choose another one, ${check}.`,
    )
  }
  return { ...failed, note: notes.join(' ') }
}

/** `startUtc`: the start of a new booking; null for a change. */
export function problemOf(
  { status, code, message, fields, until }: CallFailed,
  viewer: Viewer,
  { isByHost, startUtc }: { isByHost: boolean; startUtc: string | null },
): Problem {
  if (code === 'too_many_requests') {
    if (until !== null) return tooMany(until, viewer)
    return { about: 'attempt', title: 'Rate Limit Exceeded', text: message }
  }
  if (code === 'too_many_tries' && until !== null) {
    const time = timeText(new Date(until).toISOString(), viewer)
    return { about: 'attempt', title: 'Rate Limit Exceeded', text: tooManyTries(time) }
  }
  if (code === 'slot_not_found') {
    return {
      about: 'slot',
      title: message,
      text: 'That time is no longer available. Pick another one; we’ve kept your details.',
    }
  }
  if (code === 'edit_conflict') return { about: 'attempt', title: 'Booking Not Updated', text: message }
  if (code === 'too_many_for_person') {
    const text = isByHost
      ? 'This email address already has as many upcoming bookings as you allow per person.'
      : message
    return { about: 'person', title: 'Too Many Bookings', text }
  }
  if (code === 'invalid_token') {
    return {
      about: 'attempt',
      title: 'Your session has ended',
      text: 'Sign in to Boomtime in another tab of this browser, then reload this page. We’ve kept the details.',
    }
  }
  if (code === 'validation_failed') {
    const fieldMessages = Object.values(fields)
    if (fieldMessages.length === 0) {
      return { about: 'attempt', title: 'Please check your details', text: message }
    }
    return { about: 'fields', text: fieldMessages.includes(message) ? null : message }
  }
  if (code !== null && status !== 500) return { about: 'attempt', title: 'Booking Failed', text: message }
  return unanswered(startUtc, viewer, { isByHost, isUnreachable: status === 0 })
}
