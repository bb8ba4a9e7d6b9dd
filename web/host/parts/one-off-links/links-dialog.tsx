import { useState } from 'react'
import { useDiscardQuestion } from '../editor/use-discard-question.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EventLinks } from './lazy-event-links.tsx'
import type { LinkedEvent } from './link-draft.ts'

interface LinksDialogProps {
  event: LinkedEvent
  isOpen: boolean
  onClose: () => void
}

export function LinksDialog({ event, isOpen, onClose }: LinksDialogProps) {
  const [isDirty, setIsDirty] = useState(false)
  const { close, question } = useDiscardQuestion(isDirty, onClose)
  return (
    <Dialog
      size="lg"
      title="One-off links"
      isOpen={isOpen}
      onClose={close}
      actions={question || <Button onClick={close}>Done</Button>}
    >
      <EventLinks event={event} onDirty={setIsDirty} />
    </Dialog>
  )
}
