import { Button } from '../../web/ui/button.tsx'

interface AllowAgainProps {
  origin: string
  onAllow: () => void
}

/** Instead of what a server would answer that the browser keeps the extension from reaching. */
export const AllowAgain = ({ origin, onAllow }: AllowAgainProps) => (
  <div className="grid justify-items-start gap-3">
    <p role="alert" className="wrap-anywhere">
      Your browser doesn’t let the extension reach {new URL(origin).host}. Allow it to see your bookings.
    </p>
    <Button variant="primary" onClick={onAllow}>
      Allow
    </Button>
  </div>
)
