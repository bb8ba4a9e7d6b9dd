import { useState } from 'react'
import { durationUnits, unitOf } from '../../../../contract/events/rules-text.ts'
import { NumberField } from '../../../ui/number-field.tsx'
import { Select } from '../../../ui/select.tsx'
import type { RuleFieldProps } from './rule-fields.ts'

type Unit = (typeof durationUnits)[number]['noun']

const unitChoices = durationUnits
  .toReversed()
  .map(({ noun }) => ({ value: noun, label: `${noun.charAt(0).toUpperCase()}${noun.slice(1)}s` }))
const minutesIn = (unit: Unit) => durationUnits.find(({ noun }) => noun === unit)!.minutes

/** How long before a meeting people must book; empty for any time. */
export function NoticeField({ rules: { minimumNotice }, errors, change, idOf }: RuleFieldProps) {
  // Typing 60 minutes must not turn into 1 hour.
  const [chosen, setChosen] = useState<Unit | null>(null)
  const unit = chosen ?? (minimumNotice === 0 ? 'hour' : unitOf(minimumNotice).noun)
  const number = minimumNotice / minutesIn(unit)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-start gap-3">
      <NumberField
        id={idOf('minimumNotice')}
        label="Minimum notice"
        hint={minimumNotice === 0 ? 'Leave empty to take bookings until the last minute.' : undefined}
        min={0}
        max={1000}
        value={number === 0 ? null : number}
        error={errors.minimumNotice}
        onChange={(value) => {
          setChosen(unit)
          change({ minimumNotice: (value ?? 0) * minutesIn(unit) })
        }}
      />
      <Select
        label="Unit"
        choices={unitChoices}
        value={unit}
        onChange={(next) => {
          setChosen(next)
          change({ minimumNotice: number * minutesIn(next) })
        }}
      />
    </div>
  )
}
