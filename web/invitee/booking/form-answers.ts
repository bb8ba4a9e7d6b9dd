import { emailError } from '../../../contract/email.ts'
import { answerError, isMissing } from '../../../contract/custom-fields.ts'
import { hasOptions } from '../../../contract/field-types.ts'
import type { PublicEvent } from '../../../contract/event.schema.ts'
import { controlId, fieldKey, type Answers } from '../../fields/field-form.tsx'
import type { BookingDraft } from './use-booking-draft.ts'

type Collections = PublicEvent['customFieldsCollections']
/** Messages by the key of their field: `fullName`, `email`, or the `fieldKey` of a custom one. */
export type FieldErrors = Readonly<Record<string, string>>

export const inviteeControls = { fullName: 'full-name', email: 'email-address' } as const
const inviteeLabels = { fullName: 'Full Name', email: 'Email Address' } as const

/** All that is filled in, in the order of the form. */
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
  ]
}

/** What is required and not there, by name. */
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

/** The answers without choices that are offered no more: nobody could see them to take them back. */
export function offeredAnswers(collections: Collections, answers: Answers): Answers {
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

/** What is wrong with the shape of what is filled in. */
export function unfitFields(email: string, collections: Collections, answers: Answers): FieldErrors {
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
  return errors
}

const PLACE = 'customFieldsCollections.'

/** The server's messages, whose paths lead through its input. */
export const errorsByKey = (fields: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(fields).map(([path, message]) => [
      path.startsWith(PLACE) ? path.slice(PLACE.length) : path,
      message,
    ]),
  )

export const without = (errors: FieldErrors, key: string): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([other]) => other !== key))

/** Whether a message is about a custom field that the form does not show. */
export const isAboutUnknown = (errors: FieldErrors, collections: Collections) => {
  const known = new Set(fieldsOf(collections).map(({ key }) => key))
  return Object.keys(errors).some((key) => key.includes('.') && !known.has(key))
}

export interface ErrorLine {
  key: string
  /** Null where the form does not show what it is about. */
  field: { label: string; control: string } | null
  message: string
}

/** Every message with the field it is about, in the order of the form. */
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
