import { useRef, useState } from 'react'
import { CalendarDays, X } from 'lucide-react'
import { eventMessages } from '../../contract/events/event-options.ts'
import { Field, type FieldProps } from './field.tsx'

/** The field contains an incomplete or impossible date, such as February 31. */
export const UNFINISHED_DATE = ''

interface DateFieldProps extends FieldProps {
  /** `YYYY-MM-DD`, null for no date, or `UNFINISHED_DATE`. */
  value: string | null
  onChange: (value: string | null) => void
}

const inner =
  'size-8 place-items-center rounded-sm text-muted hover:bg-sunken hover:text-ink pointer-coarse:size-11'

/** Browsers report no value for an incomplete date. */
const valueOf = ({ value, validity }: HTMLInputElement) =>
  value || (validity.badInput ? UNFINISHED_DATE : null)

/** The first digits of a year are years too. */
const isOutside = ({ validity }: HTMLInputElement) => validity.rangeUnderflow || validity.rangeOverflow

/**
 * The browser's own date input: typed in the viewer's order of day and month, with the system's picker on phones.
 * Errors appear on leaving the field or on Enter, not while a date is being typed.
 */
export function DateField({ value, onChange, ...field }: DateFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isTyping, setIsTyping] = useState(false)
  /** The value outside the years that was left in the field. */
  const [outside, setOutside] = useState<string | null>(null)
  const ownError = value !== null && value === outside && !field.errorId ? eventMessages.date : null

  function report(left: HTMLInputElement) {
    setIsTyping(false)
    setOutside(isOutside(left) ? left.value : null)
    onChange(valueOf(left))
  }

  return (
    <Field {...field} error={isTyping ? null : (field.error ?? ownError)}>
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
            onChange={({ target }) => {
              setIsTyping(target.validity.badInput || isOutside(target))
              onChange(target.value || null)
            }}
            onBlur={({ target }) => report(target)}
            onKeyDown={({ key, currentTarget }) => {
              // It submits the form.
              if (key === 'Enter') report(currentTarget)
              // Browsers report no change until the date is complete.
              else if (currentTarget.value === '' && key !== 'Tab') setIsTyping(true)
            }}
          />
          <div className="absolute inset-y-0 right-1 flex items-center">
            {value !== null && (
              <button
                type="button"
                className={`${inner} grid`}
                aria-label={`Clear ${field.label}`}
                onClick={() => {
                  setIsTyping(false)
                  onChange(null)
                  // An incomplete date isn't part of the value, so setting the value wouldn't clear it.
                  if (input.current) input.current.value = ''
                  input.current?.focus()
                }}
              >
                <X aria-hidden="true" className="size-4" />
              </button>
            )}
            <button
              type="button"
              // A narrow field has no space for both buttons next to a date.
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
