import { useEffect, useState } from 'react'
import type { BookingAnswer } from '../../contract/booking.ts'
import { type Answers, fieldKey } from '../field-form/field-form.tsx'

export interface BookingDraft {
  fullName: string
  email: string
  answers: Answers
}

type BookingDetails = BookingAnswer['bookingData']

const EMPTY: BookingDraft = { fullName: '', email: '', answers: {} }

/** What has been typed, kept for this tab, so that a reload loses nothing. */
export function useBookingDraft(eventId: string, booking: BookingDetails | null) {
  const key = `bookingDraft:${booking?.id ?? eventId}`
  const [first] = useState(() => (booking ? draftOf(booking) : EMPTY))
  const [draft, setDraft] = useState(first)
  useEffect(() => {
    const kept = sessionStorage.getItem(key)
    // oxlint-disable-next-line react/set-state-in-effect -- What the tab has kept is not known while the server's page is taken over.
    if (kept) setDraft({ ...first, ...(JSON.parse(kept) as Partial<BookingDraft>) })
  }, [key, first])
  useEffect(() => {
    if (draft === first) return
    try {
      sessionStorage.setItem(key, JSON.stringify(draft))
    } catch {
      // Full, or not allowed: what is typed is then on the screen alone.
    }
  }, [draft, first, key])
  /** It is booked: what was typed for it is not wanted again. */
  const forget = () => sessionStorage.removeItem(key)
  return { draft, setDraft, forget }
}

/** What a booking says, to be changed. */
const draftOf = ({ fullName, email, customFieldsCollections }: BookingDetails): BookingDraft => ({
  fullName,
  email,
  answers: Object.fromEntries(
    customFieldsCollections.flatMap(({ id, fields }) =>
      fields.flatMap((field) => (field.value === null ? [] : [[fieldKey(id, field.id), field.value]])),
    ),
  ),
})
