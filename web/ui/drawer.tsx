import type { ReactNode } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components/Modal'

interface DrawerProps {
  label: string
  isOpen: boolean
  onClose: () => void
  /** `left` for a menu; `right`, and wider, for details. */
  side?: 'left' | 'right'
  children: ReactNode
}

const sides = {
  left: 'w-72 max-w-[86vw] data-entering:-translate-x-full data-exiting:-translate-x-full',
  right: 'ml-auto w-full max-w-lg data-entering:translate-x-full data-exiting:translate-x-full',
}

export function Drawer({ label, isOpen, onClose, side = 'left', children }: DrawerProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      isDismissable
      className="fixed inset-0 z-50 bg-overlay transition-opacity data-entering:opacity-0 data-exiting:opacity-0"
    >
      <Modal className={`h-full bg-surface shadow-lg transition-transform ${sides[side]}`}>
        <Dialog
          aria-label={label}
          // All of it can be scrolled to above a keyboard on the screen. What has the focus isn't below the details'
          // header.
          className={`flex h-(--visual-viewport-height) flex-col gap-4 overflow-y-auto outline-none ${side === 'left' ? 'p-3' : 'scroll-pt-17'}`}
        >
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
