import { Maximize2 } from 'lucide-react'
import { useState } from 'react'
import { shortMomentText } from '../../../../contract/time-text.ts'
import { Button } from '../../../ui/button.tsx'
import { SectionCard } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useHostTime } from '../../time/use-host-time.ts'
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
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {problem && <PreviewProblem {...problem} />}
        {page ? (
          <>
            <div className="grid gap-1">
              <h3 className="font-medium">Next openings</h3>
              {page.openings === null ? (
                <p className="text-muted">We can’t read your calendar right now.</p>
              ) : page.openings.length === 0 ? (
                <p className="text-muted">None in the next three months.</p>
              ) : (
                <ul className="text-muted tabular-nums">
                  {page.openings.map(({ startUtc }) => (
                    <li key={startUtc}>{shortMomentText(startUtc, viewer)}</li>
                  ))}
                </ul>
              )}
            </div>
            <div
              className={`max-h-104 overflow-hidden rounded-lg border border-line transition-opacity ${isOutdated ? 'opacity-60' : ''}`}
            >
              <PreviewFrame html={page.html} width={PHONE_WIDTH} />
            </div>
          </>
        ) : (
          problem === null && <Skeleton className="h-104" />
        )}
      </div>
      {isLarge && <PreviewDialog event={event} onClose={() => setIsLarge(false)} />}
    </SectionCard>
  )
}
