import { useState } from 'react'
import { zoneName, type Clock } from '../../../../contract/time/time-text.ts'
import type { BookingZone, Kept, ZoneChange } from '../../../../contract/bookings/zone-changes.schema.ts'
import { Button } from '../../../ui/button.tsx'
import type { Obstacle } from '../../data/zone-change-calls.ts'
import { choiceTexts, obstacleTexts, zoneTexts } from './zone-change-text.ts'

interface ZoneChangeCardProps {
  change: ZoneChange
  clock: Clock
  /** Why it couldn't be moved, once that was tried. */
  obstacle: Obstacle | null
  onDecide: (keep: Kept) => Promise<void>
}

/** A booking that needs a decision, with its agreed and current times. */
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
      <div className="min-w-0 grow basis-56">
        <h2 className="text-base font-semibold wrap-anywhere">{title}</h2>
        <p className="text-muted wrap-anywhere">with {fullName}</p>
        <div className="mt-3 flex flex-wrap gap-x-10 gap-y-3">
          {zones.map((zone) => (
            <Times key={zone.timeZone} zone={zone} change={change} clock={clock} />
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
            isBusy={busy === 'wallTime'}
            aria-label={`Move to ${agreed}: ${title} with ${fullName}`}
            onClick={() => void decide('wallTime')}
          >
            Move to {agreed}
          </Button>
        )}
        <Button
          size="sm"
          isBusy={busy === 'instant'}
          aria-label={`Leave at ${now}: ${title} with ${fullName}`}
          onClick={() => void decide('instant')}
        >
          Leave at {now}
        </Button>
      </div>
    </li>
  )
}

function Times({ zone, change, clock }: { zone: BookingZone; change: ZoneChange; clock: Clock }) {
  const { timeZone, isInvitees } = zone
  const { agreed, now, ifMoved } = zoneTexts(zone, change, clock)
  return (
    <div className="min-w-0">
      <p className="text-xs font-medium text-muted wrap-anywhere">
        {zoneName(timeZone)}
        {isInvitees && ' (invitee)'}
      </p>
      <dl className="mt-1 grid w-fit grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 tabular-nums">
        <dt className="text-muted">Agreed</dt>
        <dd className="font-medium">{agreed}</dd>
        <dt className="text-muted">Now</dt>
        <dd className="font-medium">{now}</dd>
        {ifMoved !== null && (
          <>
            <dt className="text-muted">If moved</dt>
            <dd className="font-medium">{ifMoved}</dd>
          </>
        )}
      </dl>
    </div>
  )
}
