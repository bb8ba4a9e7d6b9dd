import { describeFieldType, hasOptions, isLayout } from './field-types.ts'

/** The rules of custom fields that editor, booking form and server share. Free of schemas: the invitee's page uses them too. */
/** When the fields of a collection are filled in: by the invitee while booking, or by the host afterwards, in private. */
export const collectionStages = ['onBooking', 'postBooking'] as const
export type CollectionStage = (typeof collectionStages)[number]

/** `generic` collections stand in the host's library; a `boomEvent` one belongs to a single event. */
export const collectionTypes = ['generic', 'boomEvent'] as const
export type CollectionType = (typeof collectionTypes)[number]

/** Lengths in characters, except where they count. */
export const collectionLimits = {
  name: 100,
  description: 1000,
  fields: 200,
  label: 200,
  fieldDescription: 500,
  options: 100,
  option: 200,
  /** People a collection is shared with. */
  shares: 50,
  /** Collections of one event. */
  used: 20,
  answer: { line: 500, text: 5000 },
} as const

export const collectionMessages = {
  name: 'Collection name is required.',
  noFields: 'At least one field is required to save the collection.',
  label: 'Please provide a field label',
  noOptions: 'Please provide at least one option for this field type',
  sameOptions: 'Duplicate options are not allowed',
  /** Of a collection that is made while an event is edited. */
  inlineName: 'Collection name is required',
  inlineNoFields: 'At least one field is required',
  createdWithoutFields: 'All created collections must have at least one field',
  bothStages: (name: string) =>
    `"${name}" cannot be both a booking and a post-booking collection. Remove it from one of them.`,
} as const

/** What an invitee is asked, or a host fills in. */
export interface CustomField {
  id: string
  /** One of `fieldTypes`; anything else is asked for as a line of text. */
  type: string
  label: string
  description: string
  options: string[]
  isRequired: boolean
}

/** What is wrong with a field as it is being made. Options are as they would be kept: trimmed, without blanks. */
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

/** The options that lines of text stand for: trimmed, without blank ones. */
export const optionsOf = (lines: readonly string[]) =>
  lines.map((line) => line.trim()).filter((line) => line !== '')

/** Of checkboxes the chosen options, of every other type a text. Dates and times are wall clock, as HTML writes them. */
export type Answer = string | string[]

export const isBlank = (answer: Answer | undefined) =>
  answer === undefined || (typeof answer === 'string' ? answer.trim() === '' : answer.length === 0)

/** Whether a field is required and has no answer. */
export const isMissing = (field: CustomField, answer: Answer | undefined) =>
  field.isRequired && !isLayout(field.type) && isBlank(answer)

/** What is wrong with an answer that is given; null where nothing is, and for one that is blank. */
export function answerError({ type, options }: CustomField, answer: Answer): string | null {
  if (isBlank(answer) || isLayout(type)) return null
  const { control, answerError: errorOf } = describeFieldType(type)
  if (control === 'checkbox') {
    const chosen = typeof answer === 'string' ? [answer] : answer
    return chosen.reduce<string | null>((found, option) => found ?? errorOf!(option, options), null)
  }
  if (typeof answer !== 'string') return 'Please answer with text'
  const text = answer.trim()
  const limit = collectionLimits.answer[control === 'textarea' ? 'text' : 'line']
  if (text.length > limit) return `Please use at most ${limit} characters`
  return errorOf?.(text, options) ?? null
}
