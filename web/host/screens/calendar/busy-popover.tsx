import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { type Entry, whenText } from './entries.ts'

export interface OpenBusy {
  entry: Entry
  /** It opens beside this. */
  button: HTMLElement
}

interface BusyPopoverProps {
  busy: OpenBusy | null
  viewer: Viewer
  onClose: () => void
}

/** What is known of a busy time. */
export function BusyPopover({ busy, viewer, onClose }: BusyPopoverProps) {
  return (
    <Popover
      triggerRef={{ current: busy?.button ?? null }}
      isOpen={busy !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      placement="bottom start"
      offset={6}
      className="z-50 max-w-72 rounded-lg border border-line bg-raised shadow-lg outline-none"
    >
      {busy && (
        <Dialog aria-label={busy.entry.title} className="flex flex-col gap-1 p-4 outline-none">
          <p className="font-semibold">{busy.entry.title}</p>
          <p className="tabular-nums">{whenText(busy.entry, viewer)}</p>
          {busy.entry.notes.length > 0 && (
            <p className="text-muted wrap-anywhere">{busy.entry.notes.join(', ')}</p>
          )}
          <p className="mt-1 text-xs text-muted">We don’t store what your calendar entries say.</p>
        </Dialog>
      )}
    </Popover>
  )
}
