import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

interface ModalProps {
  title: string
  isOpen: boolean
  /** Also by Escape. */
  onClose: () => void
  children: ReactNode
}

/** The browser's own dialog: it keeps the focus inside, and gives it back. */
export function Modal({ title, isOpen, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Before other effects: one of them may lead the focus elsewhere than back.
  useLayoutEffect(() => {
    if (isOpen && !dialog.current!.open) dialog.current!.showModal()
    if (!isOpen && dialog.current!.open) dialog.current!.close()
  }, [isOpen])
  return (
    <dialog ref={dialog} className="modal" aria-labelledby={titleId} onClose={onClose}>
      {isOpen && (
        <div className="modal-content">
          <h2 id={titleId}>{title}</h2>
          {children}
        </div>
      )}
    </dialog>
  )
}
