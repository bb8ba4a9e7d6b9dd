import { useState } from 'react'
import { exportAccount } from '../data/account-calls.ts'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'

export function DataSection() {
  const [isBusy, setIsBusy] = useState(false)
  async function save() {
    setIsBusy(true)
    await exportAccount(new Date().toISOString().slice(0, 10))
    setIsBusy(false)
  }
  return (
    <SectionCard title="Your data">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <p className="min-w-56 flex-1 text-muted">
          Download your events, custom fields, bookings and settings as one ZIP file. It contains JSON, a
          spreadsheet (CSV) and a calendar (.ics).
        </p>
        <Button isBusy={isBusy} onClick={() => void save()}>
          {isBusy ? 'Exporting...' : 'Export Everything'}
        </Button>
      </div>
    </SectionCard>
  )
}
