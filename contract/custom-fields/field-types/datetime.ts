import type { FieldTypeDescription } from './field-type.ts'
import { isDate, isTime } from './wall-clock.ts'

export const datetime: FieldTypeDescription = {
  label: 'Date and time',
  control: 'datetime',
  answerError(answer) {
    const [day = '', time = '', ...rest] = answer.split('T')
    return isDate(day) && isTime(time) && rest.length === 0 ? null : 'Please enter a valid date and time'
  },
}
