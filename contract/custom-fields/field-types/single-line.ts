import type { FieldTypeDescription } from './field-type.ts'

export const singleLine: FieldTypeDescription = { label: 'Single line text', control: 'text' }
