import { ChevronDown } from 'lucide-react'
import { Field, type FieldProps } from './field.tsx'

export interface Choice<Value extends string> {
  value: Value
  label: string
  /** Choices with the same group are listed under its name. */
  group?: string
}

interface SelectProps<Value extends string> extends FieldProps {
  value: Value
  onChange: (value: Value) => void
  choices: readonly Choice<Value>[]
  isDisabled?: boolean
}

/** The browser's own select, which brings type-ahead, touch pickers and screen reader support. */
export function Select<Value extends string>({
  value,
  onChange,
  choices,
  isDisabled,
  ...field
}: SelectProps<Value>) {
  return (
    <Field {...field}>
      {(control) => (
        <div className="relative">
          <select
            {...control}
            className="control"
            value={value}
            disabled={isDisabled}
            onChange={({ target }) => {
              const chosen = choices.find((choice) => choice.value === target.value)
              if (chosen) onChange(chosen.value)
            }}
          >
            {[...Map.groupBy(choices, ({ group }) => group)].map(([group, members]) =>
              group === undefined ? (
                options(members)
              ) : (
                <optgroup key={group} label={group}>
                  {options(members)}
                </optgroup>
              ),
            )}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
          />
        </div>
      )}
    </Field>
  )
}

const options = (choices: readonly Choice<string>[]) =>
  choices.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
