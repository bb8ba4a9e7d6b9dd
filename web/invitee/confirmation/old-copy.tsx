import { useEffect, useRef, useState } from 'react'
import { shortMomentText } from '../../../contract/time-text.ts'
import type { Viewer } from '../../../contract/viewer.ts'
import { isCopy } from '../is-copy.ts'
import { useHydrated } from './use-hydrated.ts'
import { useSending } from './use-sending.ts'

interface OldCopyProps {
  /** When the server rendered the page, ISO 8601. */
  renderedAt: string
  viewer: Viewer
  /** Loads the current booking; null if that fails. */
  reload: () => Promise<unknown>
}

/** Says how old the page is if it is a copy, until the booking has been loaded. */
export function OldCopy({ renderedAt, viewer, reload }: OldCopyProps) {
  const [outcome, setOutcome] = useState<'failed' | 'renewed' | null>(null)
  const [isSending, send] = useSending()
  const isHydrated = useHydrated()
  const note = useRef<HTMLDivElement>(null)
  const renew = (isOfViewer: boolean) =>
    send(async () => {
      const isRenewed = (await reload()) !== null
      // The button that was pressed disappears.
      if (isRenewed && isOfViewer) note.current?.focus()
      if (isRenewed || isOfViewer) setOutcome(isRenewed ? 'renewed' : 'failed')
    })
  const isOld = isCopy && outcome !== 'renewed'
  useEffect(() => {
    if (!isOld) return
    const onOnline = () => void renew(false)
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  })
  // The server's HTML, which the page takes over, is the same for all.
  if (!isCopy || !isHydrated) return null
  const problem = outcome === 'failed' ? 'We still can’t reach the server.' : 'We couldn’t reach the server.'
  return (
    <div ref={note} tabIndex={-1} className="note old-copy" data-old={isOld || undefined}>
      <p role="status">
        {isOld
          ? `${problem} This is the booking as of ${shortMomentText(renderedAt, viewer)}.`
          : 'The page is up to date.'}
      </p>
      {isOld && (
        <button type="button" className="button quiet" disabled={isSending} onClick={() => void renew(true)}>
          Try again
        </button>
      )}
    </div>
  )
}
