import { useState } from 'react'
import { shortMomentTextAt, zoneName, type Clock } from '../../../contract/time-text.ts'
import type { Kept, MovedZone, ZoneChange } from '../../../contract/zone-changes.schema.ts'
import { Button } from '../../ui/button.tsx'
import type { Obstacle } from '../data/zone-change-calls.ts'
import { choiceTexts, obstacleTexts } from './zone-change-text.ts'

interface ZoneChangeCardProps {
  change: ZoneChange
  clock: Clock
  /** Why it couldn't be moved, once that was tried. */
  obstacle: Obstacle | null
  onDecide: (keep: Kept) => Promise<void>
}

/** A booking with its agreed and present times, to decide about. */
export function ZoneChangeCard({ change, clock, obstacle, onDecide }: ZoneChangeCardProps) {
  const { title, fullName, startUtc, zones, agreedStartUtc } = change
  const [busy, setBusy] = useState<Kept | null>(null)
  const { agreed, now } = choiceTexts(change, clock)

  async function decide(keep: Kept) {
    if (busy !== null) return
    setBusy(keep)
    await onDecide(keep)
    setBusy(null)
  }

  return (
    <li className="flex flex-wrap items-end gap-x-6 gap-y-4 rounded-lg border border-line bg-surface p-4 shadow-sm sm:p-5">
      <div className="min-w-56 flex-1">
        <h2 className="text-base font-semibold wrap-anywhere">{title}</h2>
        <p className="text-muted wrap-anywhere">with {fullName}</p>
        <div className="mt-3 flex flex-wrap gap-x-10 gap-y-3">
          {zones.map((zone) => (
            <Times key={zone.timeZone} zone={zone} startUtc={startUtc} clock={clock} />
          ))}
        </div>
        {obstacle !== null && (
          <p role="alert" className="mt-3 rounded-md bg-danger-tint px-3 py-2 text-danger">
            {obstacleTexts[obstacle]}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {agreedStartUtc !== startUtc && (
          <Button
            size="sm"
            isBusy={busy === 'clockTime'}
            aria-label={`Move to ${agreed}: ${title} with ${fullName}`}
            onClick={() => void decide('clockTime')}
          >
            Move to {agreed}
          </Button>
        )}
        <Button
          size="sm"
          isBusy={busy === 'moment'}
          aria-label={`Leave at ${now}: ${title} with ${fullName}`}
          onClick={() => void decide('moment')}
        >
          Leave at {now}
        </Button>
      </div>
    </li>
  )
}

function Times({ zone, startUtc, clock }: { zone: MovedZone; startUtc: string; clock: Clock }) {
  const { timeZone, isInvitees, agreedOffset, offset } = zone
  return (
    <div className="min-w-0">
      <p className="text-xs font-medium text-muted wrap-anywhere">
        {zoneName(timeZone)}
        {isInvitees && ' (invitee)'}
      </p>
      <dl className="mt-1 grid w-fit grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 tabular-nums">
        <dt className="text-muted">Agreed</dt>
        <dd className="font-medium">{shortMomentTextAt(startUtc, agreedOffset, clock)}</dd>
        <dt className="text-muted">Now</dt>
        <dd className="font-medium">{shortMomentTextAt(startUtc, offset, clock)}</dd>
      </dl>
    </div>
  )
}
