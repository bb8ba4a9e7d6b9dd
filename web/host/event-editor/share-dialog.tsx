import { Copy } from 'lucide-react'
import { bookingLink, copyLink } from '../booking-link.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'

interface ShareDialogProps {
  /** Null while there is nothing to share; the dialog is then closed. */
  bookingLinkId: string | null
  onClose: () => void
}

export function ShareDialog({ bookingLinkId, onClose }: ShareDialogProps) {
  const link = bookingLinkId === null ? '' : bookingLink(`event_${bookingLinkId}`)
  return (
    <Dialog
      title="Share your event"
      isOpen={bookingLinkId !== null}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" onClick={() => void copyLink(link)}>
            <Copy aria-hidden="true" />
            Copy
          </Button>
        </>
      }
    >
      <p className="text-muted">Your event is saved. Anyone with this link can book a time.</p>
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
    </Dialog>
  )
}
