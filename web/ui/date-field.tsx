import { useRef } from 'react'
import { CalendarDays, X } from 'lucide-react'
import { Field, type FieldProps } from './field.tsx'

/** Something stands in the field that is no date: half of one, or the 31st of February. */
export const UNFINISHED_DATE = ''

interface DateFieldProps extends FieldProps {
  /** `YYYY-MM-DD`, null for no date, or `UNFINISHED_DATE`. */
  value: string | null
  onChange: (value: string | null) => void
}

const inner =
  'size-8 place-items-center rounded-sm text-muted hover:bg-sunken hover:text-ink pointer-coarse:size-11'

/** The browser reports no value for what is no date yet; an error is said once the field is left, not while it is typed in. */
const valueOf = ({ value, validity }: HTMLInputElement) =>
  value || (validity.badInput ? UNFINISHED_DATE : null)

/** The browser's own date input: typed in the reader's own order of day and month, and the system's picker on phones. */
export function DateField({ value, onChange, ...field }: DateFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <Field {...field}>
      {(control) => (
        <div className="@container relative">
          <input
            {...control}
            ref={input}
            type="date"
            min="2000-01-01"
            max="2099-12-31"
            className={`control pr-10 ${value === null ? 'text-muted' : '@min-[12rem]:pr-18'}`}
            value={value ?? ''}
            onChange={({ target }) => onChange(target.value || null)}
            onBlur={({ target }) => onChange(valueOf(target))}
            // Enter saves the form from within the field.
            onKeyDown={({ key, currentTarget }) => {
              if (key === 'Enter') onChange(valueOf(currentTarget))
            }}
          />
          <div className="absolute inset-y-0 right-1 flex items-center">
            {value !== null && (
              <button
                type="button"
                className={`${inner} grid`}
                aria-label={`Clear ${field.label}`}
                onClick={() => {
                  onChange(null)
                  // What is no date is not in the value, so setting the value would leave it.
                  if (input.current) input.current.value = ''
                  input.current?.focus()
                }}
              >
                <X aria-hidden="true" className="size-4" />
              </button>
            )}
            <button
              type="button"
              // A narrow field has no room for both buttons beside a date.
              className={`${inner} ${value === null ? 'grid' : 'hidden @min-[12rem]:grid'}`}
              aria-label={`Choose ${field.label}`}
              onClick={() => input.current?.showPicker()}
            >
              <CalendarDays aria-hidden="true" className="size-4" />
            </button>
          </div>
        </div>
      )}
    </Field>
  )
}
