import { useEffect } from 'react'
import { shortMomentText } from '../../../contract/time/time-text.ts'
import type { Viewer } from '../../../contract/time/viewer.ts'
import { reloadUntilCurrent } from './reload-until-current.ts'
import { useHydrated } from './use-hydrated.ts'

interface OldCopyProps {
  isOld: boolean
  /** When the server rendered the page, ISO 8601. */
  renderedAt: string
  viewer: Viewer
  reload: () => Promise<unknown>
}

/** Says how old the shown booking is if the page is a copy, until the current one has been loaded. */
export function OldCopy({ isOld, renderedAt, viewer, reload }: OldCopyProps) {
  // The server's HTML, which the page takes over, is the same for all.
  const isShown = useHydrated() && isOld
  useEffect(() => (isShown ? reloadUntilCurrent(window, reload) : undefined), [isShown, reload])
  return (
    <div className={isShown ? 'note outdated old-copy' : undefined} role="status">
      {isShown && (
        <>
          <p>
            We couldn’t reach the server. This is the booking as of {shortMomentText(renderedAt, viewer)}.
          </p>
          <button type="button" className="button quiet" onClick={() => location.reload()}>
            Try again
          </button>
        </>
      )}
    </div>
  )
}
