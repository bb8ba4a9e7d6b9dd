import { optionError } from './choice.ts'
import type { FieldTypeDescription } from './field-type.ts'

export const checkboxes: FieldTypeDescription = {
  label: 'Checkboxes',
  control: 'checkbox',
  answerError: optionError,
}
