import type { FieldTypeDescription } from './field-type.ts'

export const header: FieldTypeDescription = { label: 'Header', control: 'header' }
