import { memo, useCallback } from 'react'
import type { AskedCollection } from '../../contract/collection.schema.ts'
import { type Answer, type CustomField } from '../../contract/custom-fields.ts'
import { FieldControl } from './field-control.tsx'
import './field-form.css'

/** What has been answered, by `fieldKey`. */
export type Answers = Readonly<Record<string, Answer>>

/** What a collection needs to be shown; in an editor its fields may not be saved yet. */
export type ShownCollection = Pick<AskedCollection, 'id' | 'name' | 'description'> & {
  fields: readonly CustomField[]
}

/** Names a field among all collections of a form: a collection can be used once. */
export const fieldKey = (collectionId: string, fieldId: string) => `${collectionId}.${fieldId}`

/** The id of a field's control, for whoever leads the focus there. */
export const controlId = (key: string) => `custom-field-${key}`

interface FieldFormProps {
  collections: readonly ShownCollection[]
  answers: Answers
  /** Messages by `fieldKey`. */
  errors?: Readonly<Record<string, string>>
  /** Shown as it would be filled in, but not to be filled in. */
  isReadOnly?: boolean
  /** Has to keep its identity, or every field is drawn anew with every letter. */
  onChange: (key: string, answer: Answer) => void
}

/** The custom fields of a booking, as whoever fills them in sees them. */
export function FieldForm({ collections, answers, errors, isReadOnly = false, onChange }: FieldFormProps) {
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
  onChange: FieldFormProps['onChange']
}

const Row = memo(function Row({ fieldKey: key, field, answer = '', error, onChange }: RowProps) {
  const change = useCallback((next: Answer) => onChange(key, next), [key, onChange])
  return <FieldControl id={controlId(key)} field={field} answer={answer} error={error} onChange={change} />
})
