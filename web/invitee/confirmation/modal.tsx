import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

interface ModalProps {
  title: string
  isOpen: boolean
  /** While something is being sent: nothing but `isOpen` closes it. */
  isLocked?: boolean
  /** Also called for Escape. */
  onClose: () => void
  children: ReactNode
}

/** The browser's own dialog, which traps the focus and restores it. */
export function Modal({ title, isOpen, isLocked = false, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Runs before other effects, because one of them may move the focus.
  useLayoutEffect(() => {
    if (isOpen && !dialog.current!.open) dialog.current!.showModal()
    if (!isOpen && dialog.current!.open) dialog.current!.close()
  }, [isOpen])
  return (
    <dialog
      ref={dialog}
      className="modal"
      aria-labelledby={titleId}
      // Else the second Escape in a row can't be prevented.
      closedby={isLocked ? 'none' : undefined}
      onCancel={(escape) => {
        escape.preventDefault()
        if (!isLocked) onClose()
      }}
      // Comes late, when it may have been opened again, and also for an Escape that can't be prevented.
      onClose={() => {
        if (dialog.current?.open) return
        if (isOpen && isLocked) dialog.current?.showModal()
        else onClose()
      }}
    >
      {isOpen && (
        <div className="modal-content">
          <h2 id={titleId}>{title}</h2>
          {children}
        </div>
      )}
    </dialog>
  )
}
