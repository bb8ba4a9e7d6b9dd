/** The rules of custom fields that editor, booking form and server share. Free of schemas: the invitee's page uses them too. */
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

/** Names of types. `checkbox` is none that is offered, but collections made elsewhere have it. */
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

/** Whether the type offers a list to choose from. */
export const hasOptions = (type: string) => type === 'radio' || type === 'checkboxes' || type === 'dropdown'
/** Whether the type only structures the form, and asks nothing. */
export const isLayout = (type: string) => type === 'header' || type === 'separator'

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

/** What is wrong with an answer that is given; null where nothing is, and for one that is blank. */
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

/** Any day of the years 0001 to 9999: people are born before the first slot there can be. */
function isDate(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  // The 30th of February is read as a day in March, or as none.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) && !text.startsWith('0000')
}
