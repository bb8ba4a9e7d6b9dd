import type { FieldTypeDescription } from './field-type.ts'

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i

export const number: FieldTypeDescription = {
  label: 'Number',
  control: 'number',
  answerError: (answer) => (NUMBER.test(answer) ? null : 'Please enter a number'),
}
