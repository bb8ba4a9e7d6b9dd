import { type BillingInterval, planNames, plans } from '../../../../contract/account/plans.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Segments } from '../../../ui/segments.tsx'

const highestDiscount = Math.max(...planNames.map((name) => plans[name].yearlyDiscount))

interface IntervalSwitchProps {
  interval: BillingInterval
  onChange: (interval: BillingInterval) => void
}

export function IntervalSwitch({ interval, onChange }: IntervalSwitchProps) {
  return (
    <Segments
      label="Billing period"
      choices={[
        { value: 'month', label: 'Monthly' },
        {
          value: 'year',
          label: 'Annual',
          extra: <Badge tone="success">Save up to {highestDiscount}%</Badge>,
        },
      ]}
      value={interval}
      onChange={onChange}
    />
  )
}
