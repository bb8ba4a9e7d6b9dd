import { Button } from '../../../ui/button.tsx'

interface RestoredNoticeProps {
  onDiscard: () => void
  /** While the changes are being saved, it is too late to discard them. */
  isBusy: boolean
}

/** Announces that unsaved changes from before a reload are back in the form. */
export function RestoredNotice({ onDiscard, isBusy }: RestoredNoticeProps) {
  return (
    <div
      role="status"
      className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-tint px-4 py-3 text-on-tint"
    >
      <p>We’ve restored your unsaved changes.</p>
      <Button
        size="sm"
        disabled={isBusy}
        onClick={() => {
          onDiscard()
          // The button disappears.
          document.getElementById('main')?.focus({ preventScroll: true })
        }}
      >
        Discard
      </Button>
    </div>
  )
}
