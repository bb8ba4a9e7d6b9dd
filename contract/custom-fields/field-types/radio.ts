import { optionError } from './choice.ts'
import type { FieldTypeDescription } from './field-type.ts'

export const radio: FieldTypeDescription = {
  label: 'Radio buttons',
  control: 'radio',
  answerError: optionError,
}
