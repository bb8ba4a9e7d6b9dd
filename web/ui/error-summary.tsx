import { type Ref, useImperativeHandle, useRef } from 'react'
import { CircleAlert } from 'lucide-react'
import { focusField } from './focus-field.ts'

export interface SummaryItem {
  /** The id of the control that the message is about; without one it is plain text. */
  fieldId?: string
  message: string
}

export interface ErrorSummaryHandle {
  focus: () => void
}

interface ErrorSummaryProps {
  title: string
  items: readonly SummaryItem[]
  ref?: Ref<ErrorSummaryHandle>
}

/** Appears at the top of a form after a failed submit, gets the focus, and links to each field. */
export function ErrorSummary({ title, items, ref }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  useImperativeHandle(ref, () => ({ focus: () => box.current?.focus() }))
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="scroll-mt-6 rounded-lg border border-danger bg-danger-tint p-4 text-danger"
    >
      <p className="flex items-center gap-2 font-semibold">
        <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
        {title}
      </p>
      <ul className="mt-2 ml-6 list-disc space-y-1">
        {items.map(({ fieldId, message }) => (
          <li key={`${fieldId}${message}`}>
            {fieldId === undefined ? (
              message
            ) : (
              <button
                type="button"
                className="text-left underline underline-offset-2 hover:no-underline"
                onClick={() => focusField(fieldId)}
              >
                {message}
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
