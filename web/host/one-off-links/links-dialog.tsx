import type { ListedEvent } from '../../../contract/event.schema.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EventLinks } from './event-links.tsx'

interface LinksDialogProps {
  event: Pick<ListedEvent, 'id' | 'title' | 'duration' | 'rules'>
  isOpen: boolean
  onClose: () => void
}

export function LinksDialog({ event, isOpen, onClose }: LinksDialogProps) {
  return (
    <Dialog
      size="lg"
      title="One-off links"
      isOpen={isOpen}
      onClose={onClose}
      actions={<Button onClick={onClose}>Done</Button>}
    >
      <EventLinks event={event} />
    </Dialog>
  )
}
