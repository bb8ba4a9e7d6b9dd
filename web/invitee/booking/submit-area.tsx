import { type Ref, useId } from 'react'
import type { Slot } from '../../../contract/events/slot.schema.ts'
import type { Viewer } from '../../../contract/time/viewer.ts'
import { ChosenTime } from './chosen-time.tsx'

interface SubmitAreaProps {
  slot: Slot | null
  viewer: Viewer
  label: string
  isDisabled: boolean
  /** What to do before the form can be sent. */
  hints: readonly string[]
  ref: Ref<HTMLButtonElement>
}

/** The button that sends the form, beside the time it is about. */
export function SubmitArea({ slot, viewer, label, isDisabled, hints, ref }: SubmitAreaProps) {
  const hintId = useId()
  const hasHints = hints.length > 0
  return (
    <div className="submit">
      {slot && <ChosenTime slot={slot} viewer={viewer} />}
      <button
        type="submit"
        ref={ref}
        className="button primary"
        disabled={hasHints || isDisabled}
        aria-describedby={hasHints ? hintId : undefined}
      >
        <span key={label}>{label}</span>
      </button>
      {hasHints && (
        <div className="hint" id={hintId}>
          {hints.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      )}
    </div>
  )
}
