import type { FieldTypeDescription } from './field-type.ts'

export const separator: FieldTypeDescription = { label: 'Separator', control: 'separator' }
