/** A placeholder shape, hidden from screen readers, which read the loading text instead. */
export function Skeleton({ className }: { className: string }) {
  return (
    <div
      aria-hidden="true"
      className={`animate-pulse rounded-md bg-sunken forced-colors:border ${className}`}
    />
  )
}
