import { MAX_EMAIL_LENGTH } from '../../contract/email.ts'
import { memo, type ReactNode } from 'react'
import {
  type Answer,
  collectionLimits,
  type CustomField,
} from '../../contract/custom-fields/custom-fields.ts'
import { describeFieldType } from '../../contract/custom-fields/field-types.ts'
import type { TimeFormat } from '../../contract/time/time-formats.ts'
import { DateInput } from './date-input.tsx'
import { DateTimeInput } from './date-time-input.tsx'
import { NumberInput } from './number-input.tsx'
import { TimeInput } from './time-input.tsx'

export interface FieldControlProps {
  field: Omit<CustomField, 'id'>
  id: string
  answer: Answer
  error?: string | null | undefined
  autoComplete?: string
  /** How times of day are shown. */
  timeFormat?: TimeFormat
  onChange: (answer: Answer) => void
}

/** One field with its label, description and error. */
export const FieldControl = memo(function FieldControl(props: FieldControlProps) {
  const { field, id, error } = props
  const { control } = describeFieldType(field.type)
  if (control === 'separator') return <hr className="field-separator field-wide" />
  if (control === 'radio' || control === 'checkbox') return <Choices {...props} />
  if (control === 'header') {
    return (
      <div className="field field-wide">
        {field.label && <h4 className="field-header">{field.label}</h4>}
        <Description {...props} />
      </div>
    )
  }
  return (
    <div className={control === 'textarea' ? 'field field-wide' : 'field'}>
      <label htmlFor={id} className="label">
        <Label field={field} />
      </label>
      <Description {...props} />
      <Control {...props} />
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  )
})

function Control(props: FieldControlProps) {
  const { field, id, answer, error, autoComplete, timeFormat = '12hour', onChange } = props
  const { control } = describeFieldType(field.type)
  const value = typeof answer === 'string' ? answer : answer.join(', ')
  const common = {
    id,
    className: 'field-control',
    value,
    required: field.isRequired,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy(field, id, error),
  }
  if (control === 'select') {
    return (
      <select {...common} onChange={({ target }) => onChange(target.value)}>
        <option value="">Choose…</option>
        {field.options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    )
  }
  if (control === 'textarea') {
    return (
      <textarea
        {...common}
        rows={4}
        maxLength={collectionLimits.answer.text}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  }
  if (control === 'date') return <DateInput {...common} onChange={onChange} />
  if (control === 'time') return <TimeInput {...common} timeFormat={timeFormat} onChange={onChange} />
  if (control === 'datetime') {
    return <DateTimeInput {...common} label={field.label} timeFormat={timeFormat} onChange={onChange} />
  }
  if (control === 'number') {
    return <NumberInput {...common} maxLength={collectionLimits.answer.line} onChange={onChange} />
  }
  return (
    <input
      {...common}
      type={control}
      // Hints for the browser's autofill.
      autoComplete={autoComplete ?? (control === 'email' || control === 'tel' ? control : undefined)}
      maxLength={control === 'email' ? MAX_EMAIL_LENGTH : collectionLimits.answer.line}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

function Choices({ field, id, answer, error, onChange }: FieldControlProps) {
  const isRadio = describeFieldType(field.type).control === 'radio'
  const chosen = typeof answer === 'string' ? [answer] : answer
  const choose = (option: string, isChosen: boolean) => {
    if (isRadio) onChange(option)
    else onChange(field.options.filter((other) => (other === option ? isChosen : chosen.includes(other))))
  }
  return (
    <fieldset
      className="field field-wide"
      role={isRadio ? 'radiogroup' : 'group'}
      aria-describedby={describedBy(field, id, error)}
      {...(isRadio && { 'aria-required': field.isRequired, 'aria-invalid': error ? true : undefined })}
    >
      <legend className="label">
        <Label field={field} />
      </legend>
      <Description field={field} id={id} />
      <div className="choices">
        {field.options.map((option, index) => (
          <label key={option} className="choice">
            <input
              // The error summary links to the first one, and clearing the choice focuses it.
              id={index === 0 ? id : undefined}
              type={isRadio ? 'radio' : 'checkbox'}
              name={id}
              checked={chosen.includes(option)}
              onChange={({ target }) => choose(option, target.checked)}
            />
            <span>{option}</span>
          </label>
        ))}
      </div>
      {isRadio && !field.isRequired && chosen.some((option) => option !== '') && (
        <button
          type="button"
          className="choices-clear"
          onClick={() => {
            // The button is about to disappear.
            document.getElementById(id)?.focus()
            onChange('')
          }}
        >
          Clear choice
        </button>
      )}
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  )
}

const descriptionId = (id: string) => `${id}-description`
const errorId = (id: string) => `${id}-error`

const describedBy = (field: FieldControlProps['field'], id: string, error: FieldControlProps['error']) =>
  [error && errorId(id), field.description && descriptionId(id)].filter(Boolean).join(' ') || undefined

function Label({ field }: Pick<FieldControlProps, 'field'>) {
  return (
    <>
      {field.label}
      {field.isRequired && (
        <span aria-hidden="true" className="field-required">
          {' *'}
        </span>
      )}
      {/* A group of checkboxes has no other way to be marked as required. */}
      {field.isRequired && describeFieldType(field.type).control === 'checkbox' && (
        <span className="field-unseen"> (required)</span>
      )}
    </>
  )
}

function Description({ field, id }: Pick<FieldControlProps, 'field' | 'id'>) {
  if (!field.description) return null
  return (
    <p id={descriptionId(id)} className="field-description">
      {field.description}
    </p>
  )
}

function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={errorId(id)} className="field-error">
      {children}
    </p>
  )
}
