import { Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Event } from '../../../contract/event.schema.ts'
import { bookingLink, copyLink } from '../booking-link.ts'
import { EventLinks } from '../one-off-links/event-links.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { RestoreFocus } from '../../ui/restore-focus.tsx'
import { useShareProblems } from './use-share-problems.ts'

interface ShareDialogProps {
  /** Null while there is nothing to share; the dialog is then closed. */
  event: Event | null
  onClose: () => void
  onEdit: (event: Event) => void
}

const noProblems = { blocking: [], missing: [] }

export function ShareDialog({ event, onClose, onEdit }: ShareDialogProps) {
  const link = event === null ? '' : bookingLink(event.bookingUrlId)
  const problemsOf = useShareProblems()
  const { blocking, missing } = event === null ? noProblems : problemsOf(event)
  const all = [...blocking, ...missing]
  // Closing the dialog leaves the screen, and the next one has its focus here.
  const main = useRef(document.getElementById('main'))
  const [wantsLinks, setWantsLinks] = useState(false)
  const isOneOff = wantsLinks || (event?.rules.linksOnly ?? false)
  return (
    <Dialog
      size={isOneOff ? 'lg' : 'md'}
      title="Share your event"
      isOpen={event !== null}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {all.length > 0 && <Button onClick={() => event && onEdit(event)}>Edit Event</Button>}
          {!isOneOff && (
            <>
              <Button onClick={() => setWantsLinks(true)}>One-off Links</Button>
              <Button variant="primary" onClick={() => void copyLink(link)}>
                <Copy aria-hidden="true" />
                Copy
              </Button>
            </>
          )}
        </>
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
      {isOneOff ? (
        event && <EventLinks event={event} />
      ) : (
        <Field label="Booking link">
          {(control) => (
            <input
              {...control}
              className="control"
              readOnly
              value={link}
              onFocus={({ target }) => target.select()}
            />
          )}
        </Field>
      )}
    </Dialog>
  )
}
