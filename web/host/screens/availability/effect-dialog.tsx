import { Fragment } from 'react'
import { parseDate } from '../../../../availability/wall-time.ts'
import { paths } from '../../../../contract/pages/pages.ts'
import type { ScheduleEffect } from '../../../../contract/schedules/schedule.schema.ts'
import { dayText } from '../../../../contract/time/time-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { dateAt } from '../../parts/time/date-at.ts'
import { useHostTime } from '../../parts/time/use-host-time.ts'
import { outsideText, slotsText } from './effect-text.ts'

interface EffectDialogProps {
  /** Null while there is nothing to ask; `unknown` if it couldn't be calculated. */
  effect: ScheduleEffect | 'unknown' | null
  onSave: () => void
  onKeepEditing: () => void
}

/** What saving a schedule does to its events. */
export function EffectDialog({ effect, onSave, onKeepEditing }: EffectDialogProps) {
  return (
    <Dialog
      role="alertdialog"
      title="Save these hours?"
      isOpen={effect !== null}
      onClose={onKeepEditing}
      actions={
        <>
          <Button onClick={onKeepEditing}>Keep editing</Button>
          <Button variant="primary" onClick={onSave}>
            Save
          </Button>
        </>
      }
    >
      {effect === 'unknown' && <p>We couldn’t calculate what this changes. You can save anyway.</p>}
      {effect !== null && effect !== 'unknown' && <Effect effect={effect} />}
      <p className="text-muted">
        Nothing is canceled: people keep the times they booked. Open times are counted for four weeks.
      </p>
    </Dialog>
  )
}

function Effect({ effect }: { effect: ScheduleEffect }) {
  const { viewer } = useHostTime()
  const slots = slotsText(effect)
  const { bookingsOutside, firstOutside } = effect
  const more = bookingsOutside - firstOutside.length
  return (
    <>
      {slots !== null && <p className="wrap-anywhere">{slots}</p>}
      {bookingsOutside > 0 && (
        <p className="wrap-anywhere">
          {outsideText(effect)}:{' '}
          {firstOutside.map(({ fullName, startUtc }, at) => {
            const date = dateAt(Date.parse(startUtc), viewer.timeZone)
            const words = `${fullName}, ${dayText(parseDate(date), viewer, { month: 'short', day: 'numeric' })}`
            return (
              <Fragment key={`${startUtc} ${fullName}`}>
                {at > 0 && '; '}
                {/* In a new tab, because the hours aren't saved yet. */}
                <a
                  href={`${paths.bookings}?meeting_after=${date}&meeting_before=${date}`}
                  target="_blank"
                  rel="noopener noreferrer"
                  aria-label={`${words} (opens in a new tab)`}
                  className="font-medium text-brand underline underline-offset-2"
                >
                  {words}
                </a>
              </Fragment>
            )
          })}
          {more > 0 && `, and ${more} more`}.
        </p>
      )}
    </>
  )
}
