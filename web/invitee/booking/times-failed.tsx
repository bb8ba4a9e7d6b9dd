interface TimesFailedProps {
  /** Why there are no times anymore; null if loading them may work later. */
  closedText: string | null
  onRetry: () => void
}

export function TimesFailed({ closedText, onRetry }: TimesFailedProps) {
  return (
    <div className="nothing" role="alert">
      <p>{closedText ?? 'We couldn’t load the available times. Please try again in a few minutes.'}</p>
      {closedText === null && (
        <button
          type="button"
          className="button quiet"
          onClick={({ currentTarget }) => {
            // The button, which has the focus, disappears.
            currentTarget.closest('section')?.querySelector('h2')?.focus()
            onRetry()
          }}
        >
          Try again
        </button>
      )}
    </div>
  )
}
