import type { FieldTypeDescription } from './field-type.ts'
import { isDate } from './wall-clock.ts'

export const date: FieldTypeDescription = {
  label: 'Date',
  control: 'date',
  answerError: (answer) => (isDate(answer) ? null : 'Please enter a valid date'),
}
