import { forget } from '../../data/browser-storage.ts'

/** Where a tab stores what was typed for an event, or for a booking that is being changed. */
export const draftPlace = (id: string) => `bookingDraft:${id}`
/** Where it stores the selected time. */
export const slotPlace = (id: string) => `bookingSlot:${id}`
/** Where it stores the time that was sent without an answer. */
export const sentPlace = (id: string) => `bookingSent:${id}`

/** Forgets changes to a booking that were given up. */
export function forgetChanges(bookingId: string): void {
  for (const placeOf of [draftPlace, slotPlace, sentPlace]) forget('sessionStorage', placeOf(bookingId))
}
