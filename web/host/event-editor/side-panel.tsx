import type { ReactNode } from 'react'
import type { WeeklyAvailability } from '../../../contract/weekly-availability.ts'
import { SectionCard } from '../../ui/card.tsx'
import { Switch } from '../../ui/switch.tsx'
import type { EventDraft } from './event-draft.ts'
import { Preview } from './preview.tsx'
import type { ChangeDraft } from './use-event-form.ts'

interface SidePanelProps {
  draft: EventDraft
  /** The hours that count. */
  week: WeeklyAvailability
  change: ChangeDraft
  labels: ReactNode
  /** The form's buttons. */
  children: ReactNode
}

export function SidePanel({ draft, week, change, labels, children }: SidePanelProps) {
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6 lg:sticky lg:top-20">
      <SectionCard title="Event Status">
        <Switch
          label="Active"
          hint={
            draft.isEnabled
              ? 'People with the link can book your open times.'
              : 'Nobody can book right now, even with the link.'
          }
          isSpread
          isOn={draft.isEnabled}
          onChange={(isEnabled) => change({ isEnabled })}
        />
      </SectionCard>
      {labels}
      {/* On wide screens the buttons stay visible; on narrow ones they are at the end of the form. */}
      <div className="order-2 flex flex-col gap-2 lg:order-1">{children}</div>
      <SectionCard title="Preview" className="order-1 lg:order-2">
        <Preview draft={draft} week={week} />
      </SectionCard>
    </div>
  )
}
