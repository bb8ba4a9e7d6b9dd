import { checkboxes } from './field-types/checkboxes.ts'
import { date } from './field-types/date.ts'
import { datetime } from './field-types/datetime.ts'
import { dropdown } from './field-types/dropdown.ts'
import { email } from './field-types/email.ts'
import type { FieldControlKind, FieldTypeDescription } from './field-types/field-type.ts'
import { header } from './field-types/header.ts'
import { multiLine } from './field-types/multi-line.ts'
import { number } from './field-types/number.ts'
import { phone } from './field-types/phone.ts'
import { radio } from './field-types/radio.ts'
import { separator } from './field-types/separator.ts'
import { singleLine } from './field-types/single-line.ts'
import { time } from './field-types/time.ts'

/** All custom field types in the order of the editors. To add one, add its file and list it here. */
const registry = {
  'single-line': singleLine,
  'multi-line': multiLine,
  email,
  phone,
  number,
  radio,
  checkboxes,
  dropdown,
  date,
  datetime,
  time,
  header,
  separator,
} satisfies Record<string, FieldTypeDescription>

export type FieldType = keyof typeof registry
export const fieldTypes = Object.keys(registry) as FieldType[]

const isFieldType = (type: string): type is FieldType => Object.hasOwn(registry, type)

/** Types unknown to this version, from other programs, are shown as a text input. */
export const describeFieldType = (type: string): FieldTypeDescription =>
  isFieldType(type) ? registry[type] : singleLine

const CHOICE_CONTROLS: ReadonlySet<FieldControlKind> = new Set(['radio', 'checkbox', 'select'])
const LAYOUT_CONTROLS: ReadonlySet<FieldControlKind> = new Set(['header', 'separator'])

/** Whether the type has a list of options. */
export const hasOptions = (type: string) => CHOICE_CONTROLS.has(describeFieldType(type).control)
/** Whether the type only structures the form and has no answer. */
export const isLayout = (type: string) => LAYOUT_CONTROLS.has(describeFieldType(type).control)

/** Whether the type is only a line across the form. */
export const isSeparator = (type: string) => describeFieldType(type).control === 'separator'

/** The type's label. `checkbox` can't be chosen, but collections from other programs use it. */
export const nameFieldType = (type: string) =>
  isFieldType(type) ? registry[type].label : type === 'checkbox' ? 'Checkbox' : type
