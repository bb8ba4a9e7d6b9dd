/** How a field is filled in: an HTML control, or one of the two that only structure the form. */
export type FieldControlKind =
  | 'text'
  | 'textarea'
  | 'email'
  | 'tel'
  | 'number'
  | 'date'
  | 'datetime'
  | 'time'
  | 'radio'
  | 'checkbox'
  | 'select'
  | 'header'
  | 'separator'

/** A custom field type. Its control determines how it looks, what it stores and how it is formatted. */
export interface FieldTypeDescription {
  label: string
  control: FieldControlKind
  /** The error of a trimmed answer that isn't blank, or of one of the chosen options; null if it is valid. */
  answerError?: (answer: string, options: readonly string[]) => string | null
}
