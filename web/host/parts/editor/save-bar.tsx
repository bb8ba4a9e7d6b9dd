import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'

interface SaveBarProps {
  /** Whether everything is saved, for example. */
  status?: string
  onCancel: () => void
  /** The button that submits the form. */
  children: ReactNode
}

/** A form's last row, which sticks to the end of the window. On phones, its main button fills what Cancel leaves. */
export function SaveBar({ status, onCancel, children }: SaveBarProps) {
  return (
    <div className="save-bar sticky bottom-0 z-10 -mx-4 mt-6 flex flex-wrap items-center justify-end gap-x-2 border-t border-line bg-canvas px-4 py-3 max-sm:*:last:grow">
      {status !== undefined && (
        <p role="status" className="mr-auto text-muted max-sm:basis-full max-sm:not-empty:mb-2">
          {status}
        </p>
      )}
      <Button variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
      {children}
    </div>
  )
}
