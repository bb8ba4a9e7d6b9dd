import { useState } from 'react'
import { Button } from '../../web/ui/button.tsx'
import { send } from '../messages.ts'

export const NOT_ALLOWED =
  'Your browser needs your permission to connect to this address. Nothing was connected.'

interface ConnectAgainProps {
  origin: string
  /** Asks for the browser's permission, where it can be asked for. */
  allow?: () => Promise<boolean>
}

/** Connects to a Boomtime again whose token the server rejected. */
export function ConnectAgain({ origin, allow }: ConnectAgainProps) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const connect = async () => {
    // Nothing may be awaited before this: browsers ask only right after a click.
    const asked = allow?.()
    setBusy(true)
    setError(null)
    try {
      if ((await asked) === false) throw new Error(NOT_ALLOWED)
      await send({ kind: 'connect', origin })
    } catch (problem) {
      setError(problem instanceof Error ? problem.message : String(problem))
    }
    setBusy(false)
  }
  return (
    <div className="grid justify-items-start gap-3">
      <div>
        <p className="font-semibold">No longer connected</p>
        <p className="text-muted">
          The connection to {new URL(origin).host} has ended. Connect again to see your bookings.
        </p>
      </div>
      {error && (
        <p role="alert" className="text-danger">
          {error}
        </p>
      )}
      <Button variant="primary" isBusy={isBusy} onClick={() => void connect()}>
        Connect again
      </Button>
    </div>
  )
}
