import { useRef, useState } from 'react'
import type { Event } from '../../../../contract/events/event.schema.ts'
import { useDiscardQuestion } from '../../parts/editor/use-discard-question.tsx'
import { EventLinks } from '../../parts/one-off-links/lazy-event-links.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { RestoreFocus } from '../../../ui/restore-focus.tsx'
import { ShareCard } from '../../parts/sharing/lazy-share-card.tsx'
import { useShareProblems } from './use-share-problems.ts'

interface ShareDialogProps {
  /** Null while there is nothing to share; the dialog is then closed. */
  event: Event | null
  onClose: () => void
  onEdit: (event: Event) => void
}

const noProblems = { blocking: [], missing: [] }

export function ShareDialog({ event, onClose, onEdit }: ShareDialogProps) {
  const problemsOf = useShareProblems()
  const { blocking, missing } = event === null ? noProblems : problemsOf(event)
  const all = [...blocking, ...missing]
  // Closing the dialog leaves the screen, and the next one has its focus here.
  const main = useRef(document.getElementById('main'))
  const [wantsLinks, setWantsLinks] = useState(false)
  const [isDirty, setIsDirty] = useState(false)
  const { close, question } = useDiscardQuestion(isDirty, onClose)
  const isOneOff = wantsLinks || (event?.rules.linksOnly ?? false)
  return (
    <Dialog
      size="lg"
      title="Share your event"
      isOpen={event !== null}
      onClose={close}
      actions={
        question || (
          <>
            <Button onClick={close}>Close</Button>
            {all.length > 0 && <Button onClick={() => event && onEdit(event)}>Edit Event</Button>}
            {!isOneOff && <Button onClick={() => setWantsLinks(true)}>One-off Links</Button>}
          </>
        )
      }
    >
      <RestoreFocus target={main} />
      <p className="text-muted">
        {blocking.length > 0
          ? 'Your event is saved, but nobody can book it right now.'
          : isOneOff
            ? 'Your event is saved.'
            : 'Your event is saved. Anyone with this link can book a time.'}
      </p>
      {all.length > 0 && (
        <ul
          aria-label="What to fix"
          className="grid list-disc gap-1 rounded-md bg-warning-tint py-3 pr-4 pl-8 text-warning"
        >
          {all.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {isOneOff
        ? event && <EventLinks event={event} onDirty={setIsDirty} />
        : event && <ShareCard event={event} />}
    </Dialog>
  )
}
