import type { ReactNode } from 'react'
import { SectionCard } from '../../../ui/card.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { EditorFields } from '../../parts/editor/editor-fields.tsx'
import { EditorBar } from '../../parts/editor/editor-bar.tsx'
import { PreviewCard } from './preview/preview-card.tsx'
import type { PreviewedEvent } from './preview/use-event-preview.ts'
import type { ChangeDraft } from './use-event-form.ts'

interface SidePanelProps {
  event: PreviewedEvent
  change: ChangeDraft
  isBusy: boolean
  labels: ReactNode
  /** The form's main buttons. */
  buttons: ReactNode
  /** What else can be done with the event. */
  children: ReactNode
}

export function SidePanel({ event, change, isBusy, labels, buttons, children }: SidePanelProps) {
  return (
    // On narrow screens its parts belong to the form, so that the bar sticks to the end of the window.
    <div className="min-w-0 grid-cols-[minmax(0,1fr)] gap-6 max-lg:contents lg:sticky lg:top-20 lg:grid">
      <EditorFields isBusy={isBusy} className="contents">
        <SectionCard title="Event Status">
          <Switch
            label="Active"
            hint={
              event.draft.isEnabled
                ? 'People with the link can book your open times.'
                : 'Nobody can book right now, even with the link.'
            }
            isSpread
            isOn={event.draft.isEnabled}
            onChange={(isEnabled) => change({ isEnabled })}
          />
        </SectionCard>
        <PreviewCard event={event} className="lg:order-3" />
        {labels}
      </EditorFields>
      <div className="grid gap-2 empty:hidden lg:order-2 lg:-mt-4">{children}</div>
      <EditorBar className="lg:order-1">{buttons}</EditorBar>
    </div>
  )
}
