import { type ReactNode, useId } from 'react'

interface SegmentsProps<Value extends string> {
  label: string
  choices: readonly { value: Value; label: string; extra?: ReactNode }[]
  /** Null while nothing is chosen. */
  value: Value | null
  onChange: (value: Value) => void
  className?: string
}

/** A choice between a few views of the same thing, side by side. */
export function Segments<Value extends string>({
  label,
  choices,
  value,
  onChange,
  className = '',
}: SegmentsProps<Value>) {
  const name = useId()
  return (
    <fieldset
      className={`flex w-fit flex-wrap gap-1 rounded-[2rem] border border-line bg-sunken p-1 ${className}`}
    >
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className="relative flex min-h-9 max-w-full cursor-pointer flex-wrap items-center gap-x-2 rounded-full px-4 font-medium text-muted has-checked:bg-surface has-checked:text-ink has-checked:shadow-sm forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:forced-color-adjust-none has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus pointer-coarse:min-h-11"
        >
          <input
            type="radio"
            name={name}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
            className="absolute inset-0 cursor-[inherit] opacity-0"
          />
          {choice.label}
          {choice.extra}
        </label>
      ))}
    </fieldset>
  )
}
