import { Maximize2 } from 'lucide-react'
import { useState } from 'react'
import type { EventPreview } from '../../../../../contract/events/event.schema.ts'
import { shortMomentText } from '../../../../../contract/time/time-text.ts'
import type { Viewer } from '../../../../../contract/time/viewer.ts'
import { Button } from '../../../../ui/button.tsx'
import { SectionCard } from '../../../../ui/card.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { useHostTime } from '../../../parts/time/use-host-time.ts'
import { PreviewDialog } from './preview-dialog.tsx'
import { PreviewFrame } from './preview-frame.tsx'
import { PreviewProblem } from './preview-problem.tsx'
import { type PreviewedEvent, useEventPreview } from './use-event-preview.ts'

const PHONE_WIDTH = 390

interface PreviewCardProps {
  event: PreviewedEvent
  className: string
}

/** The booking page as invitees will see it, updated while typing, and the next times they could book. */
export function PreviewCard({ event, className }: PreviewCardProps) {
  const { timezone, timeFormat, viewer } = useHostTime()
  const { page, problem, isOutdated } = useEventPreview(event, { timezone, timeFormat })
  const [isLarge, setIsLarge] = useState(false)
  return (
    <SectionCard
      title="Preview"
      className={className}
      action={
        <Button variant="quiet" size="sm" className="-mt-1 -mr-2" onClick={() => setIsLarge(true)}>
          <Maximize2 aria-hidden="true" />
          Enlarge
        </Button>
      }
    >
      {/* As tall before the page is there as after, so that nothing below moves. */}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="grid gap-1">
          <h3 className="font-medium">Next openings</h3>
          <div className="min-h-[3lh] text-muted">
            {page && <Openings openings={page.openings} viewer={viewer} />}
          </div>
        </div>
        <div className="relative">
          {page ? (
            <div
              className={`h-104 overflow-hidden rounded-lg border border-line transition-opacity ${isOutdated ? 'opacity-60' : ''}`}
            >
              <PreviewFrame html={page.html} width={PHONE_WIDTH} />
            </div>
          ) : (
            <Skeleton className={`h-104 ${problem ? 'animate-none' : ''}`} />
          )}
          {problem && (
            <div className="absolute inset-x-2 top-2">
              <PreviewProblem {...problem} />
            </div>
          )}
        </div>
      </div>
      {isLarge && <PreviewDialog event={event} onClose={() => setIsLarge(false)} />}
    </SectionCard>
  )
}

function Openings({ openings, viewer }: Pick<EventPreview, 'openings'> & { viewer: Viewer }) {
  if (openings === null) return <p>We can’t read your calendar right now.</p>
  if (openings.length === 0) return <p>None in the next three months.</p>
  return (
    <ul className="tabular-nums">
      {openings.map(({ startUtc }) => (
        <li key={startUtc}>{shortMomentText(startUtc, viewer)}</li>
      ))}
    </ul>
  )
}
