import { type ReactNode, useId } from 'react'
import { CircleAlert } from 'lucide-react'

export interface FieldProps {
  label: string
  /** For lists whose rows say what each field is for. */
  isLabelHidden?: boolean
  /** Set if an error summary links to the field. */
  id?: string
  hint?: ReactNode
  error?: string | null
  /** Replaces `error`: the id of another element with the error text. */
  errorId?: string | undefined
  isRequired?: boolean
  className?: string
}

/** The attributes that connect a control to its label, hint and error. */
interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

interface FieldFrameProps extends FieldProps {
  children: (control: ControlProps) => ReactNode
}

export function Field({
  label,
  isLabelHidden = false,
  id,
  hint,
  error,
  errorId: errorElsewhere,
  isRequired,
  className = '',
  children,
}: FieldFrameProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const hintId = `${controlId}-hint`
  const errorId = errorElsewhere ?? `${controlId}-error`
  const isInvalid = Boolean(error ?? errorElsewhere)
  const describedBy = [isInvalid && errorId, hint && hintId].filter(Boolean).join(' ')
  return (
    <div className={`flex min-w-0 flex-col gap-1.5 ${className}`}>
      <label htmlFor={controlId} className={isLabelHidden ? 'sr-only' : 'w-fit font-medium'}>
        {label}
        {isRequired && (
          <span aria-hidden="true" className="text-danger">
            {' '}
            *
          </span>
        )}
      </label>
      {children({
        id: controlId,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': isInvalid || undefined,
        'aria-required': isRequired || undefined,
      })}
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {hint && (
        <p id={hintId} className="text-xs text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}

export function FieldError({ id, children }: { id?: string; children: string }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm text-danger">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {children}
    </p>
  )
}
