import { useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Segments } from '../../../../ui/segments.tsx'
import { Select } from '../../../../ui/select.tsx'
import { useHostTime } from '../../../parts/time/use-host-time.ts'
import { zoneChoices } from '../../../data/zones.ts'
import { PreviewFrame } from './preview-frame.tsx'
import { PreviewProblem } from './preview-problem.tsx'
import { type PreviewedEvent, useEventPreview } from './use-event-preview.ts'

const devices = [
  { value: 'desktop', label: 'Desktop', width: 1080 },
  { value: 'phone', label: 'Phone', width: 390 },
] as const

/** The booking page in full size, on other devices and in other zones. */
export function PreviewDialog({ event, onClose }: { event: PreviewedEvent; onClose: () => void }) {
  const { timezone: own, timeFormat } = useHostTime()
  const [timezone, setTimezone] = useState(own)
  const [device, setDevice] = useState<(typeof devices)[number]['value']>('desktop')
  const { page, problem } = useEventPreview(event, { timezone, timeFormat })
  const { width } = devices.find(({ value }) => value === device)!
  return (
    <Dialog
      title="Preview"
      size="xl"
      isOpen
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <div className="flex flex-wrap items-end justify-between gap-4">
        <Segments label="Device" choices={devices} value={device} onChange={setDevice} />
        <div className="w-full sm:w-80">
          <Select
            label="Time zone of the invitee"
            choices={zoneChoices(timezone)}
            value={timezone}
            onChange={setTimezone}
          />
        </div>
      </div>
      {problem && <PreviewProblem {...problem} />}
      {page && (
        <div
          className="mx-auto w-full overflow-hidden rounded-lg border border-line"
          style={{ maxWidth: width }}
        >
          <PreviewFrame key={device} html={page.html} width={width} />
        </div>
      )}
    </Dialog>
  )
}
