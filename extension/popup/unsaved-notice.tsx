import { useEffect } from 'react'
import { Button } from '../../web/ui/button.tsx'
import { isWithheld } from '../calls.ts'
import { unsavedNotes, useUnsavedBooking } from '../stored.ts'
import { useCall } from '../ui/use-call.ts'
import { forgetNotes } from '../unsaved-notes.ts'

/** Leads to private notes that couldn't be saved when the host left them. */
export function UnsavedNotice({ onOpen }: { onOpen: (bookingId: string) => void }) {
  const id = useUnsavedBooking()
  const { data, error } = useCall('getBooking', id === null ? null : { params: { id } })
  // The extension was connected to another account since, or the booking is gone.
  const isOthers = data ? data.access.role !== 'host' : error !== null && isWithheld(error)
  useEffect(() => {
    if (id !== null && isOthers) void forgetNotes(id, Object.keys(unsavedNotes(id)))
  }, [id, isOthers])
  if (id === null || isOthers || !data) return null
  return (
    <div
      role="status"
      className="flex items-center gap-2 border-b border-line bg-warning-tint px-4 py-2.5 text-warning"
    >
      <p className="min-w-0 flex-1 wrap-anywhere">
        Your notes for {data.bookingData.fullName || data.bookingData.title} aren’t saved yet.
      </p>
      <Button size="sm" onClick={() => onOpen(id)}>
        Open notes
      </Button>
    </div>
  )
}
