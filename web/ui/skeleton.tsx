/** The shape of what is coming; hidden from screen readers, which hear the text of the loading state instead. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={`animate-pulse rounded-md bg-sunken ${className}`} />
}
