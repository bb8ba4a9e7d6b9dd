import { useEffect, useState } from 'react'
import { forget, isText, keep, readKept } from '../data/browser-storage.ts'
import { dropCopy } from './drop-copy.ts'

const KEY = 'bookingJustChanged'

/** Tells the booking's own page, which this tab opens next, that the changes were saved. */
export async function noteChange(bookingId: string): Promise<void> {
  keep('sessionStorage', KEY, bookingId)
  await dropCopy(bookingId)
}

/** Whether the booking was changed on the previous page; true only once, when the page is current. */
export function useJustChanged(bookingId: string, isCurrent: boolean): boolean {
  const [isChanged, setChanged] = useState(false)
  useEffect(() => {
    const read = () => {
      if (!isCurrent || readKept('sessionStorage', KEY, isText) !== bookingId) return
      setChanged(true)
      forget('sessionStorage', KEY)
    }
    read()
  }, [bookingId, isCurrent])
  return isChanged
}
