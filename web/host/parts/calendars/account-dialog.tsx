import { type FormEvent, type ReactNode, useId } from 'react'
import { useDiscardQuestion } from '../editor/use-discard-question.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FieldError } from '../../../ui/field.tsx'

interface AccountDialogProps {
  title: string
  /** The button that sends the form, and its text while that takes its time. */
  action: string
  busyText: string
  /** Whether closing would lose what was typed. */
  isDirty: boolean
  form: { isBusy: boolean; problem: string | null; onSubmit: (event: FormEvent) => void }
  onClose: () => void
  children: ReactNode
}

/** The frame of a form about an account. */
export function AccountDialog({
  title,
  action,
  busyText,
  isDirty,
  form,
  onClose,
  children,
}: AccountDialogProps) {
  const id = useId()
  const { close, question } = useDiscardQuestion(isDirty, onClose)
  return (
    <Dialog
      title={title}
      isOpen
      onClose={() => {
        if (!form.isBusy) close()
      }}
      actions={
        question ?? (
          <>
            <Button disabled={form.isBusy} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" form={id} variant="primary" isBusy={form.isBusy}>
              {form.isBusy ? busyText : action}
            </Button>
          </>
        )
      }
    >
      <form id={id} noValidate onSubmit={form.onSubmit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {children}
        <div role="alert" className="empty:hidden">
          {form.problem !== null && <FieldError>{form.problem}</FieldError>}
        </div>
      </form>
    </Dialog>
  )
}
