import { optionError } from './choice.ts'
import type { FieldTypeDescription } from './field-type.ts'

export const dropdown: FieldTypeDescription = {
  label: 'Dropdown',
  control: 'select',
  answerError: optionError,
}
