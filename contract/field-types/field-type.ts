/** What a field is filled in with: an HTML control, or one of the two that only structure the form. */
export type FieldControlKind =
  | 'text'
  | 'textarea'
  | 'email'
  | 'tel'
  | 'number'
  | 'date'
  | 'datetime-local'
  | 'time'
  | 'radio'
  | 'checkbox'
  | 'select'
  | 'header'
  | 'separator'

/** A type of custom field. What it looks like, stores and reads as follows from its control. */
export interface FieldTypeDescription {
  label: string
  control: FieldControlKind
  /** What is wrong with a trimmed answer that is not blank, or with one of the chosen options; null where nothing is. */
  answerError?: (answer: string, options: readonly string[]) => string | null
}
