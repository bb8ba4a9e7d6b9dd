import type { ReactNode } from 'react'
import { Dialog as DialogBox, Heading, Modal, ModalOverlay } from 'react-aria-components/Modal'

const widths = { md: 'max-w-md', lg: 'max-w-2xl', xl: 'max-w-6xl' }

interface DialogProps {
  title: ReactNode
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  /** The buttons, with the main one last. */
  actions: ReactNode
  /** `alertdialog` for a question that must be answered: a click outside doesn't close it. */
  role?: 'dialog' | 'alertdialog'
  /** `lg` for forms instead of questions, `xl` for pages. */
  size?: keyof typeof widths
  /** While Escape ends something inside instead. */
  isEscapeIgnored?: boolean
}

/** Traps the focus while open and restores it when closed; Escape closes. */
export function Dialog({
  title,
  isOpen,
  onClose,
  children,
  actions,
  role = 'dialog',
  size = 'md',
  isEscapeIgnored = false,
}: DialogProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      isDismissable={role === 'dialog'}
      isKeyboardDismissDisabled={isEscapeIgnored}
      className="fixed inset-0 z-50 grid grid-cols-[minmax(0,1fr)] place-items-center overflow-y-auto bg-overlay p-4 pb-screen-keyboard transition-opacity data-entering:opacity-0 data-exiting:opacity-0"
    >
      <Modal
        className={`w-full ${widths[size]} rounded-xl border border-line bg-raised shadow-lg transition-transform data-entering:scale-97 data-exiting:scale-97`}
      >
        <DialogBox role={role} className="flex flex-col gap-4 p-6 outline-none">
          <Heading slot="title" className="text-lg font-semibold">
            {title}
          </Heading>
          {children}
          <div className="flex flex-wrap justify-end gap-2 pt-1">{actions}</div>
        </DialogBox>
      </Modal>
    </ModalOverlay>
  )
}
