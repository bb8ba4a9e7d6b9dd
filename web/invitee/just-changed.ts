import { useEffect, useState } from 'react'
import { forget, isText, keep, readKept } from '../data/browser-storage.ts'

const KEY = 'bookingJustChanged'

/** Tells the booking's own page, which comes next in this tab, that its changes were saved. */
export const noteChange = (bookingId: string) => keep('sessionStorage', KEY, bookingId)

/** Whether the booking has been changed on the page before; told once. */
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
