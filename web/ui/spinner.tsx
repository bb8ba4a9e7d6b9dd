interface SpinnerProps {
  className?: string
}

/** The text next to it says what is loading, so the picture is hidden from screen readers. */
export function Spinner({ className = 'size-5' }: SpinnerProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      aria-hidden="true"
      className={`keeps-turning animate-spin ${className}`}
    >
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="2.5" opacity="0.22" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  )
}

export function LoadingLine({ children }: { children: string }) {
  return (
    <span role="status" className="flex items-center justify-center gap-3 text-muted">
      <Spinner className="size-5 text-brand" />
      {children}
    </span>
  )
}

/** In place of a screen, so its text is the page's heading. */
export function FullPageSpinner() {
  return (
    <div className="grid min-h-80 flex-1 place-items-center">
      <h1>
        <LoadingLine>Loading...</LoadingLine>
      </h1>
    </div>
  )
}

/** In place of a screen and the frame around it. */
export function LoadingPage() {
  return (
    <main className="flex flex-1 flex-col">
      <FullPageSpinner />
    </main>
  )
}
