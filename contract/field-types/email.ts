import type { FieldTypeDescription } from './field-type.ts'

const EMAIL = /^[^\s@"(),:;<>[\\\]]{1,64}@[^\s@"(),:;<>[\\\]]+\.[^\s@"(),:;<>[\\\].]{2,}$/
export const EMAIL_INVALID = 'Please enter a valid email address'

export const email: FieldTypeDescription = {
  label: 'Email',
  control: 'email',
  answerError: (answer) => (EMAIL.test(answer) && answer.length <= 254 ? null : EMAIL_INVALID),
}
