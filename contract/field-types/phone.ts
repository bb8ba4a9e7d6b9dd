import type { FieldTypeDescription } from './field-type.ts'

export const phone: FieldTypeDescription = { label: 'Phone', control: 'tel' }
