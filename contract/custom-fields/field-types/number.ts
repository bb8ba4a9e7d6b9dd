import type { FieldTypeDescription } from './field-type.ts'

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i

export const number: FieldTypeDescription = {
  label: 'Number',
  control: 'number',
  answerError(answer) {
    if (!NUMBER.test(answer)) return 'Please enter a number such as 1.5'
    return Number.isFinite(Number(answer)) ? null : 'This number is out of range'
  },
}
