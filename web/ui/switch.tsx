import { type ReactNode, useId } from 'react'

interface SwitchProps {
  label: string
  /** For rows that say what the switch is for. */
  isLabelHidden?: boolean
  isOn: boolean
  onChange: (isOn: boolean) => void
  hint?: ReactNode
  isDisabled?: boolean
  /** Puts the label at the start of the line and the switch at its end. */
  isSpread?: boolean
  className?: string
}

export function Switch({
  label,
  isLabelHidden = false,
  isOn,
  onChange,
  hint,
  isDisabled = false,
  isSpread = false,
  className = '',
}: SwitchProps) {
  const hintId = useId()
  return (
    <label
      className={`flex items-start gap-3 pointer-coarse:min-h-11 pointer-coarse:items-center ${
        isDisabled ? 'cursor-not-allowed' : 'cursor-pointer'
      } ${isSpread ? 'flex-row-reverse justify-between' : ''} ${className}`}
    >
      <span className="relative mt-px inline-flex shrink-0">
        <input
          type="checkbox"
          role="switch"
          aria-checked={isOn}
          aria-label={label}
          aria-describedby={hint ? hintId : undefined}
          checked={isOn}
          disabled={isDisabled}
          onChange={({ target }) => onChange(target.checked)}
          className="peer h-5 w-9 cursor-[inherit] appearance-none rounded-full border border-transparent bg-line-strong transition-colors checked:bg-brand disabled:bg-line forced-colors:checked:bg-[Highlight]"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-0.5 left-0.5 size-4 rounded-full bg-surface shadow-sm transition-transform peer-checked:translate-x-4 forced-colors:bg-[ButtonText] forced-colors:peer-checked:bg-[HighlightText]"
        />
      </span>
      {(!isLabelHidden || hint) && (
        <span className="min-w-0">
          {!isLabelHidden && <span className="font-medium">{label}</span>}
          {hint && (
            <span id={hintId} className="block text-sm text-muted">
              {hint}
            </span>
          )}
        </span>
      )}
    </label>
  )
}
