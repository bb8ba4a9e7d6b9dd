import { longDuration } from '../../../../contract/events/rules-text.ts'
import { Select } from '../../../ui/select.tsx'
import type { RuleFieldProps } from './rule-fields.ts'

const offered = [0, 5, 10, 15, 20, 30, 45, 60, 90, 120]
const DEFAULT = 'default'

interface BufferFieldsProps extends RuleFieldProps {
  /** What no value of its own means: `Same as buffer time (15 minutes)`. */
  defaultLabel: string
}

/** What is kept free before and after each booking. */
export function BufferFields({ rules, errors, change, idOf, defaultLabel }: BufferFieldsProps) {
  const choicesWith = (current: number | null) => [
    { value: DEFAULT, label: defaultLabel },
    ...[...new Set([...offered, ...(current === null ? [] : [current])])]
      .toSorted((a, b) => a - b)
      .map((minutes) => ({
        value: String(minutes),
        label: minutes === 0 ? 'No buffer' : longDuration(minutes),
      })),
  ]
  const field = (rule: 'bufferBefore' | 'bufferAfter', label: string) => (
    <Select
      id={idOf(rule)}
      label={label}
      choices={choicesWith(rules[rule])}
      value={String(rules[rule] ?? DEFAULT)}
      error={errors[rule]}
      onChange={(value) => change({ [rule]: value === DEFAULT ? null : Number(value) })}
    />
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 sm:grid-cols-2">
      {field('bufferBefore', 'Buffer before')}
      {field('bufferAfter', 'Buffer after')}
    </div>
  )
}
