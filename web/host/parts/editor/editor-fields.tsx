import type { FormEvent, ReactNode } from 'react'

interface EditorFieldsProps {
  isBusy: boolean
  className: string
  children: ReactNode
}

/** The part of an editor that is saved. It is inert while busy: the editor closes then, and later changes would be lost. */
export function EditorFields({ isBusy, className, children }: EditorFieldsProps) {
  // The delay keeps a quick save from flickering.
  const look = isBusy ? '*:opacity-60 *:transition-opacity *:delay-200' : ''
  return (
    <div inert={isBusy} className={`${className} ${look}`}>
      {children}
    </div>
  )
}

/**
 * Moves the focus from the field in which Enter was pressed to the button. An inert field would lose it, and dialogs
 * couldn't return it.
 */
export function focusSubmitter({ nativeEvent }: FormEvent) {
  if (nativeEvent instanceof SubmitEvent) nativeEvent.submitter?.focus()
}
