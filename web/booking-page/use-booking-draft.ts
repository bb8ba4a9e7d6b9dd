import { useEffect, useState } from 'react'
import type { Answers } from '../field-form/field-form.tsx'

export interface BookingDraft {
  fullName: string
  email: string
  answers: Answers
}

const EMPTY: BookingDraft = { fullName: '', email: '', answers: {} }

/** What has been typed, kept for this tab, so that a reload loses nothing. */
export function useBookingDraft(eventId: string) {
  const key = `bookingDraft:${eventId}`
  const [draft, setDraft] = useState(EMPTY)
  useEffect(() => {
    const kept = sessionStorage.getItem(key)
    // oxlint-disable-next-line react/set-state-in-effect -- What the tab has kept is not known while the server's page is taken over.
    if (kept) setDraft({ ...EMPTY, ...(JSON.parse(kept) as Partial<BookingDraft>) })
  }, [key])
  useEffect(() => {
    if (draft !== EMPTY) sessionStorage.setItem(key, JSON.stringify(draft))
  }, [draft, key])
  return [draft, setDraft] as const
}
