/**
 * Custom field rules that the editor, the booking form and the server share. Free of schemas because the invitee's
 * page imports them.
 */
export const fieldTypes = [
  'single-line',
  'multi-line',
  'email',
  'phone',
  'number',
  'radio',
  'checkboxes',
  'dropdown',
  'date',
  'datetime',
  'time',
  'header',
  'separator',
] as const
export type FieldType = (typeof fieldTypes)[number]

/** Type labels. `checkbox` can't be chosen, but collections from other programs use it. */
export const fieldTypeLabels: Readonly<Record<FieldType | 'checkbox', string>> = {
  'single-line': 'Single line text',
  'multi-line': 'Multi-line text',
  email: 'Email',
  phone: 'Phone',
  number: 'Number',
  radio: 'Radio buttons',
  checkboxes: 'Checkboxes',
  dropdown: 'Dropdown',
  date: 'Date',
  datetime: 'Date and time',
  time: 'Time',
  header: 'Header',
  separator: 'Separator',
  checkbox: 'Checkbox',
}

/** Whether the type has a list of options. */
export const hasOptions = (type: string) => type === 'radio' || type === 'checkboxes' || type === 'dropdown'
/** Whether the type only structures the form and has no answer. */
export const isLayout = (type: string) => type === 'header' || type === 'separator'

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

export const answerMessages = {
  email: 'Please enter a valid email address',
  number: 'Please enter a number',
  date: 'Please enter a valid date',
  datetime: 'Please enter a valid date and time',
  time: 'Please enter a valid time',
  option: 'Please choose one of the options',
  text: 'Please enter text',
} as const

const EMAIL = /^[^\s@"(),:;<>[\\\]]{1,64}@[^\s@"(),:;<>[\\\]]+\.[^\s@"(),:;<>[\\\].]{2,}$/
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i
const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/

/** The error of an answer; null if it is valid or blank. */
export function answerError(field: CustomField, answer: Answer): string | null {
  if (isBlank(answer) || isLayout(field.type)) return null
  if (field.type === 'checkboxes') {
    const chosen = typeof answer === 'string' ? [answer] : answer
    return chosen.every((option) => field.options.includes(option)) ? null : answerMessages.option
  }
  if (typeof answer !== 'string') return answerMessages.text
  const text = answer.trim()
  const limit = field.type === 'multi-line' ? collectionLimits.answer.text : collectionLimits.answer.line
  if (text.length > limit) return `Please use at most ${limit} characters`
  switch (field.type) {
    case 'email':
      return EMAIL.test(text) && text.length <= 254 ? null : answerMessages.email
    case 'number':
      return NUMBER.test(text) ? null : answerMessages.number
    case 'date':
      return isDate(text) ? null : answerMessages.date
    case 'datetime': {
      const [date = '', time = ''] = text.split('T')
      return isDate(date) && TIME.test(time) ? null : answerMessages.datetime
    }
    case 'time':
      return TIME.test(text) ? null : answerMessages.time
    case 'radio':
    case 'dropdown':
      return field.options.includes(text) ? null : answerMessages.option
    default:
      return null
  }
}

/** Any date from year 0001 to 9999, because custom dates such as birthdays predate all slots. */
function isDate(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  // Parsers read February 30 as a day in March, or reject it.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) && !text.startsWith('0000')
}
