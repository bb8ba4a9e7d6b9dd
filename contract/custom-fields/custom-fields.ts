import { plainText } from '../plain-text.ts'
import { describeFieldType, hasOptions, isLayout } from './field-types.ts'

// Custom field rules that the editor, the booking form and the server share. Free of schemas because the invitee's page
// imports them.

/** When a collection's fields are filled in: by the invitee while booking, or privately by the host afterward. */
export const collectionStages = ['onBooking', 'postBooking'] as const
export type CollectionStage = (typeof collectionStages)[number]

/** A `generic` collection is in the host's library; a `boomEvent` collection belongs to a single event. */
export const collectionTypes = ['generic', 'boomEvent'] as const
export type CollectionType = (typeof collectionTypes)[number]

/** Lengths are in characters; the others are counts. */
export const collectionLimits = {
  name: 100,
  description: 1000,
  fields: 200,
  label: 200,
  fieldDescription: 500,
  options: 100,
  option: 200,
  /** The number of people a collection is shared with. */
  shares: 50,
  /** The number of collections of an event. */
  used: 20,
  answer: { line: 500, text: 5000 },
  /** The number of answers that one may replace. */
  replaced: 20,
} as const

export const collectionMessages = {
  name: 'Collection name is required.',
  noFields: 'At least one field is required to save the collection.',
  label: 'Please provide a field label',
  noOptions: 'Please provide at least one option for this field type',
  sameOptions: 'Duplicate options are not allowed',
  /** Messages for a collection that is created in the event editor. */
  inlineName: 'Collection name is required',
  inlineNoFields: 'At least one field is required',
  createdWithoutFields: 'All created collections must have at least one field',
  bothStages: (name: string) =>
    `"${name}" cannot be both a booking and a post-booking collection. Remove it from one of them.`,
} as const

/** A field for an invitee or the host to fill in. */
export interface CustomField {
  id: string
  /** One of `fieldTypes`; any other type is shown as a text input. */
  type: string
  label: string
  description: string
  options: string[]
  isRequired: boolean
}

/** Validates a field in the editor. Options must already be trimmed and without blanks. */
export function fieldErrors(field: Pick<CustomField, 'type' | 'label' | 'options'>): {
  label?: string
  options?: string
} {
  const errors: { label?: string; options?: string } = {}
  if (!isLayout(field.type) && field.label.trim() === '') errors.label = collectionMessages.label
  if (hasOptions(field.type)) {
    if (field.options.length === 0) errors.options = collectionMessages.noOptions
    else if (new Set(field.options).size < field.options.length) {
      errors.options = collectionMessages.sameOptions
    }
  }
  return errors
}

/** The options from lines of text: trimmed, without blank lines. */
export const optionsOf = (lines: readonly string[]) =>
  lines.map((line) => line.trim()).filter((line) => line !== '')

/** The chosen options for checkboxes, a string for every other type. Dates and times are local, in HTML's formats. */
export type Answer = string | string[]

export const isBlank = (answer: Answer | undefined) =>
  answer === undefined || (typeof answer === 'string' ? answer.trim() === '' : answer.length === 0)

/** Whether a required field has no answer. */
export const isMissing = (field: CustomField, answer: Answer | undefined) =>
  field.isRequired && !isLayout(field.type) && isBlank(answer)

/** The error of an answer; null if it is valid or blank. */
export function answerError({ type, options }: CustomField, answer: Answer): string | null {
  if (isBlank(answer) || isLayout(type)) return null
  const { control, answerError: errorOf } = describeFieldType(type)
  if (control === 'checkbox') {
    const chosen = typeof answer === 'string' ? [answer] : answer
    if (new Set(chosen).size < chosen.length) return 'Please choose each option only once'
    return chosen.reduce<string | null>((found, option) => found ?? errorOf!(option, options), null)
  }
  if (typeof answer !== 'string') return 'Please enter text'
  // As the server stores it: without the invisible marks around a phone number that was copied from an address book.
  const text = plainText(answer)
  const limit = collectionLimits.answer[control === 'textarea' ? 'text' : 'line']
  if (text.length > limit) return `Please use at most ${limit} characters`
  return errorOf?.(text, options) ?? null
}
