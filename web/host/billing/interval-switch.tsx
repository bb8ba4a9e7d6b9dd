import { type BillingInterval, planNames, plans } from '../../../contract/plans.ts'
import { Badge } from '../../ui/badge.tsx'

const highestDiscount = Math.max(...planNames.map((name) => plans[name].yearlyDiscount))
const choices = [
  { value: 'month', label: 'Monthly' },
  { value: 'year', label: 'Annual' },
] as const

interface IntervalSwitchProps {
  interval: BillingInterval
  onChange: (interval: BillingInterval) => void
}

export function IntervalSwitch({ interval, onChange }: IntervalSwitchProps) {
  return (
    <fieldset className="flex gap-1 rounded-full border border-line bg-sunken p-1">
      <legend className="sr-only">Billing period</legend>
      {choices.map(({ value, label }) => (
        <label
          key={value}
          className="relative flex h-9 cursor-pointer items-center gap-2 rounded-full px-4 font-medium text-muted has-checked:bg-surface has-checked:text-ink has-checked:shadow-sm forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:forced-color-adjust-none has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus pointer-coarse:h-11"
        >
          <input
            type="radio"
            name="interval"
            checked={interval === value}
            onChange={() => onChange(value)}
            className="absolute inset-0 cursor-[inherit] opacity-0"
          />
          {label}
          {value === 'year' && <Badge tone="success">Save up to {highestDiscount}%</Badge>}
        </label>
      ))}
    </fieldset>
  )
}
