import { useEffect, useState } from 'react'
import { forget, isText, keep, readKept } from '../data/browser-storage.ts'

const KEY = 'bookingJustChanged'

/** Tells the booking's own page, which this tab opens next, that the changes were saved. */
export const noteChange = (bookingId: string) => keep('sessionStorage', KEY, bookingId)

/** Whether the booking was changed on the previous page; true only once. */
export function useJustChanged(bookingId: string): boolean {
  const [isChanged, setChanged] = useState(false)
  useEffect(() => {
    const read = () => {
      if (readKept('sessionStorage', KEY, isText) !== bookingId) return
      setChanged(true)
      forget('sessionStorage', KEY)
    }
    read()
  }, [bookingId])
  return isChanged
}
