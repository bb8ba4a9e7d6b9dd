import type { ReactNode } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components/Modal'

interface DrawerProps {
  label: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

export function Drawer({ label, isOpen, onClose, children }: DrawerProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      isDismissable
      className="fixed inset-0 z-50 bg-overlay transition-opacity data-entering:opacity-0 data-exiting:opacity-0"
    >
      <Modal className="h-full w-72 max-w-[86vw] bg-surface shadow-lg transition-transform data-entering:-translate-x-full data-exiting:-translate-x-full">
        <Dialog aria-label={label} className="flex h-full flex-col gap-4 overflow-y-auto p-3 outline-none">
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
