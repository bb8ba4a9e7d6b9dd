import { useConnection } from '../stored.ts'

/** Goes above what was loaded earlier if the host's Boomtime can't be reached now. */
export function OutOfDate({ className = '' }: { className?: string }) {
  const connection = useConnection()
  return (
    connection && (
      <p role="status" className={`bg-warning-tint wrap-anywhere text-warning ${className}`}>
        We can’t reach {new URL(connection.origin).host}. This may be out of date.
      </p>
    )
  )
}
