import { emailError } from '../../../contract/email.ts'
import {
  type Answer,
  answerError,
  type CustomField,
  isMissing,
} from '../../../contract/custom-fields/custom-fields.ts'
import { describeFieldType, hasOptions } from '../../../contract/custom-fields/field-types.ts'
import type { PublicEvent } from '../../../contract/events/event.schema.ts'
import { controlId, fieldKey, type Answers } from '../../fields/field-form.tsx'
import { addressesError } from '../addresses.ts'
import type { BookingDraft } from './use-booking-draft.ts'

type Collections = PublicEvent['customFieldsCollections']
/** Messages by field key: `fullName`, `email`, `guests`, or the `fieldKey` of a custom field. */
export type FieldErrors = Readonly<Record<string, string>>

export const inviteeControls = { fullName: 'full-name', email: 'email-address' } as const
export const GUESTS_CONTROL = 'guests'
const inviteeLabels = { fullName: 'Full Name', email: 'Email Address' } as const

/** All inputs in the form's order. */
function fieldsOf(collections: Collections): { key: string; label: string; control: string }[] {
  return [
    ...(['fullName', 'email'] as const).map((key) => ({
      key,
      label: inviteeLabels[key],
      control: inviteeControls[key],
    })),
    ...collections.flatMap(({ id, fields }) =>
      fields.map((field) => {
        const key = fieldKey(id, field.id)
        return { key, label: field.label, control: controlId(key) }
      }),
    ),
    { key: 'guests', label: 'Guests', control: GUESTS_CONTROL },
  ]
}

/** The labels of required fields without an answer. */
export function missingOf(
  { fullName, email }: BookingDraft,
  hasTime: boolean,
  collections: Collections,
  answers: Answers,
): string[] {
  return [
    ...(fullName.trim() ? [] : [inviteeLabels.fullName]),
    ...(email.trim() ? [] : [inviteeLabels.email]),
    ...(hasTime ? [] : ['a date and time']),
    ...collections.flatMap(({ id, fields }) =>
      fields.flatMap((field) => (isMissing(field, answers[fieldKey(id, field.id)]) ? [field.label] : [])),
    ),
  ]
}

/**
 * The answers as their fields take them now, which may have had another type. Options that are no longer offered are left
 * out, because nobody could see and deselect them.
 */
export function offeredAnswers(collections: Collections, answers: Answers): Answers {
  const offered = { ...answers }
  for (const { id, fields } of collections) {
    for (const field of fields) {
      const key = fieldKey(id, field.id)
      const answer = answers[key]
      if (answer !== undefined) offered[key] = offeredAnswer(field, answer)
    }
  }
  return offered
}

function offeredAnswer({ type, options }: CustomField, answer: Answer): Answer {
  if (!hasOptions(type)) return typeof answer === 'string' ? answer : answer.join(', ')
  const chosen = [answer].flat().filter((option) => options.includes(option))
  if (describeFieldType(type).control === 'checkbox') return chosen
  // Nobody knows which of several was meant.
  return chosen.length === 1 ? chosen[0]! : ''
}

/** The format errors of the input. */
export function unfitFields(
  { email, guests }: { email: string; guests: readonly string[] },
  collections: Collections,
  answers: Answers,
): FieldErrors {
  const errors: Record<string, string> = {}
  const invalid = emailError(email)
  if (invalid) errors['email'] = invalid
  for (const { id, fields } of collections) {
    for (const field of fields) {
      const key = fieldKey(id, field.id)
      const error = answerError(field, answers[key] ?? '')
      if (error) errors[key] = error
    }
  }
  const unfitGuests = addressesError(guests)
  if (unfitGuests) errors['guests'] = unfitGuests
  return errors
}

/**
 * Adds the errors of dates that are incomplete or don't exist, and removes those that were fixed.
 * Browsers give their value as empty.
 */
export function withHalfDates(errors: FieldErrors, collections: Collections): FieldErrors {
  const checked = new Map(Object.entries(errors))
  for (const { id, fields } of collections) {
    for (const field of fields) {
      const key = fieldKey(id, field.id)
      const control = document.getElementById(controlId(key))
      if (!(control instanceof HTMLInputElement && control.type === 'date')) continue
      const error = answerError(field, '?')!
      if (control.validity.badInput) checked.set(key, error)
      else if (control.value === '' && checked.get(key) === error) checked.delete(key)
    }
  }
  return Object.fromEntries(checked)
}

const PLACE = 'customFieldsCollections.'

/** The server's messages, whose paths refer to its input. */
export const errorsByKey = (fields: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(fields).map(([path, message]) => [
      path.startsWith(PLACE) ? path.slice(PLACE.length) : path.replace(/^guests\.\d+$/, 'guests'),
      message,
    ]),
  )

export const without = (errors: FieldErrors, key: string): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([other]) => other !== key))

/** Whether a message is about a custom field. */
export const isAboutQuestions = (errors: FieldErrors) => Object.keys(errors).some((key) => key.includes('.'))

export interface ErrorLine {
  key: string
  /** Null if the form doesn't show the field. */
  field: { label: string; control: string } | null
  message: string
}

/** All messages with their fields, in the form's order. */
export function errorLines(errors: FieldErrors, collections: Collections): ErrorLine[] {
  const fields = fieldsOf(collections)
  const known = new Set(fields.map(({ key }) => key))
  return [
    ...fields.flatMap(({ key, label, control }) =>
      errors[key] === undefined ? [] : [{ key, field: { label, control }, message: errors[key] }],
    ),
    ...Object.entries(errors)
      .filter(([key]) => !known.has(key))
      .map(([key, message]) => ({ key, field: null, message })),
  ]
}
