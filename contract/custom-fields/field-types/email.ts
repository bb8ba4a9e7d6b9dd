import { emailError } from '../../email.ts'
import type { FieldTypeDescription } from './field-type.ts'

export const email: FieldTypeDescription = { label: 'Email', control: 'email', answerError: emailError }
