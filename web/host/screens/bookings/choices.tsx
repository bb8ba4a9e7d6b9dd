import { memo, useCallback, useEffect, useId, useRef } from 'react'
import type { Choice } from '../../../ui/select.tsx'

interface ChoicesProps {
  label: string
  choices: readonly Choice<string>[]
  chosen: readonly string[]
  /** The last choice can't be deselected. */
  isKept?: (value: string) => boolean
  empty?: string
  onChange: (chosen: string[]) => void
}

/** A list of checkboxes, of which a host with many events has many. */
export function Choices({ label, choices, chosen, isKept, empty, onChange }: ChoicesProps) {
  const id = useId()
  const latest = useRef({ chosen, onChange })
  useEffect(() => {
    latest.current = { chosen, onChange }
  })
  // Stays the same, so that only the checkbox that changes is rendered again.
  const toggle = useCallback((value: string, isOn: boolean) => {
    const { chosen: before, onChange: report } = latest.current
    report(isOn ? [...before, value] : before.filter((other) => other !== value))
  }, [])
  return (
    <div role="group" aria-labelledby={id} className="min-w-0">
      <p id={id} className="mb-1.5 font-medium">
        {label}
      </p>
      {choices.length === 0 && <p className="text-muted">{empty}</p>}
      <div className="max-h-40 overflow-y-auto">
        {choices.map((choice) => (
          <Box
            key={choice.value}
            value={choice.value}
            label={choice.label}
            isOn={chosen.includes(choice.value)}
            isKept={isKept?.(choice.value) ?? false}
            onToggle={toggle}
          />
        ))}
      </div>
    </div>
  )
}

interface BoxProps extends Choice<string> {
  isOn: boolean
  isKept: boolean
  onToggle: (value: string, isOn: boolean) => void
}

const Box = memo(function Box({ value, label, isOn, isKept, onToggle }: BoxProps) {
  return (
    <label className="flex min-h-8 items-center gap-2.5 wrap-anywhere pointer-coarse:min-h-11">
      <input
        type="checkbox"
        className="size-4 shrink-0 accent-brand"
        checked={isOn}
        disabled={isKept}
        onChange={({ target }) => onToggle(value, target.checked)}
      />
      <span className="line-clamp-2 min-w-0">{label}</span>
    </label>
  )
})
