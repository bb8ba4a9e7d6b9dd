import type { FieldTypeDescription } from './field-type.ts'

export const multiLine: FieldTypeDescription = { label: 'Multi-line text', control: 'textarea' }
