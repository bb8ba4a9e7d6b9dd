import { useRef } from 'react'
import { CalendarDays, X } from 'lucide-react'
import { Field, type FieldProps } from './field.tsx'

interface DateFieldProps extends FieldProps {
  /** `YYYY-MM-DD`, or null for no date. */
  value: string | null
  onChange: (value: string | null) => void
}

const inner =
  'size-8 place-items-center rounded-sm text-muted hover:bg-sunken hover:text-ink pointer-coarse:size-10'

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
          />
          <div className="absolute inset-y-0 right-1 flex items-center">
            {value !== null && (
              <button
                type="button"
                className={`${inner} grid`}
                aria-label={`Clear ${field.label}`}
                onClick={() => {
                  onChange(null)
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
