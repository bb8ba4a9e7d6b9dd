import { useState } from 'react'
import { retentionMonths } from '../../../../contract/account/settings-options.ts'
import { exportAccount } from '../../data/account-calls.ts'
import { Button } from '../../../ui/button.tsx'
import { SectionCard } from '../../../ui/card.tsx'
import { Select } from '../../../ui/select.tsx'
import type { SectionProps } from './general-section.tsx'
import { retentionText } from '../../parts/retention-text.ts'
import { dateAt } from '../../parts/time/date-at.ts'
import { useHostTime } from '../../parts/time/use-host-time.ts'
import { fieldId } from './settings-draft.ts'

const FOREVER = 'forever'
const retentionChoices = [
  { value: FOREVER, label: 'Forever' },
  ...retentionMonths.map((months) => ({ value: String(months), label: retentionText(months) })),
]

export function DataSection({ values, errors, change }: SectionProps) {
  const { timezone } = useHostTime()
  const [isBusy, setIsBusy] = useState(false)
  async function save() {
    setIsBusy(true)
    await exportAccount(dateAt(Date.now(), timezone))
    setIsBusy(false)
  }
  return (
    <SectionCard title="Your data">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <p className="min-w-0 grow basis-56 text-muted">
          Download your events, custom fields, labels, bookings and settings as one ZIP file. It contains
          JSON, a spreadsheet (CSV) and a calendar (.ics).
        </p>
        <Button isBusy={isBusy} onClick={() => void save()}>
          {isBusy ? 'Exporting...' : 'Export everything'}
        </Button>
      </div>
      <Select
        className="mt-5 border-t border-line pt-5"
        id={fieldId('keep_bookings_months')}
        label="Keep past bookings"
        hint="Counted from the end of each meeting, canceled ones too. Older bookings are deleted for good, with all answers and notes. Entries in your calendar stay."
        choices={retentionChoices}
        value={String(values.keep_bookings_months ?? FOREVER)}
        error={errors.keep_bookings_months}
        onChange={(chosen) =>
          change({
            keep_bookings_months: retentionMonths.find((months) => String(months) === chosen) ?? null,
          })
        }
      />
    </SectionCard>
  )
}
