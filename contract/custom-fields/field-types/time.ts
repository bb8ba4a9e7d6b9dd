import type { FieldTypeDescription } from './field-type.ts'
import { isTime } from './wall-clock.ts'

export const time: FieldTypeDescription = {
  label: 'Time',
  control: 'time',
  answerError: (answer) => (isTime(answer) ? null : 'Please enter a valid time'),
}
