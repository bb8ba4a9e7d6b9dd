import type { ListedEvent } from '../../../../contract/events/event.schema.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ShareCard } from './lazy-share-card.tsx'

interface LinkDialogProps {
  event: ListedEvent
  isOpen: boolean
  onClose: () => void
}

export const LinkDialog = ({ event, isOpen, onClose }: LinkDialogProps) => (
  <Dialog
    size="lg"
    title={
      <>
        Share “<bdi>{event.title}</bdi>”
      </>
    }
    isOpen={isOpen}
    onClose={onClose}
    actions={<Button onClick={onClose}>Close</Button>}
  >
    <ShareCard key={event.id} event={event} />
  </Dialog>
)
