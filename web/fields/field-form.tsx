import { memo, useCallback } from 'react'
import type { AskedCollection } from '../../contract/custom-fields/collection.schema.ts'
import { type Answer, type CustomField } from '../../contract/custom-fields/custom-fields.ts'
import type { TimeFormat } from '../../contract/time/time-formats.ts'
import { FieldControl } from './field-control.tsx'
import './field-form.css'

/** The answers by `fieldKey`. */
export type Answers = Readonly<Record<string, Answer>>

/** What is needed to show a collection. In an editor, its fields may not be saved yet. */
export type ShownCollection = Pick<AskedCollection, 'id' | 'name' | 'description'> & {
  fields: readonly CustomField[]
}

/** Identifies a field among all collections of a form, because a collection is used at most once. */
export const fieldKey = (collectionId: string, fieldId: string) => `${collectionId}.${fieldId}`

/** The id of a field's control, for moving the focus there. */
export const controlId = (key: string) => `custom-field-${key}`

interface FieldFormProps {
  collections: readonly ShownCollection[]
  answers: Answers
  /** Messages by `fieldKey`. */
  errors?: Readonly<Record<string, string>>
  /** Shows the form without letting anyone fill it in. */
  isReadOnly?: boolean
  timeFormat: TimeFormat
  /** Must be a stable function, or every field re-renders on each keystroke. */
  onChange: (key: string, answer: Answer) => void
}

/** The custom fields of a booking, as the person who fills them in sees them. */
export function FieldForm(props: FieldFormProps) {
  const { collections, answers, errors, isReadOnly = false, timeFormat, onChange } = props
  return collections.map(({ id, name, description, fields }) => (
    <fieldset key={id} className="field-collection" disabled={isReadOnly}>
      <legend className="field-collection-name">
        <h3>{name}</h3>
      </legend>
      {description && <p className="field-description">{description}</p>}
      <div className="fields">
        {fields.map((field) => {
          const key = fieldKey(id, field.id)
          return (
            <Row
              key={field.id}
              fieldKey={key}
              field={field}
              answer={answers[key]}
              error={errors?.[key]}
              timeFormat={timeFormat}
              onChange={onChange}
            />
          )
        })}
      </div>
    </fieldset>
  ))
}

interface RowProps {
  fieldKey: string
  field: CustomField
  answer: Answer | undefined
  error: string | undefined
  timeFormat: TimeFormat
  onChange: FieldFormProps['onChange']
}

const Row = memo(function Row({ fieldKey: key, answer = '', onChange, ...props }: RowProps) {
  const change = useCallback((next: Answer) => onChange(key, next), [key, onChange])
  return <FieldControl {...props} id={controlId(key)} answer={answer} onChange={change} />
})
