import type { BookingRow } from '../db/tables/bookings.ts'
import { toIso } from '../http/iso.ts'

/** Since when the calendar entry hasn't shown a booking's latest change (ISO); null once it does. */
export const pendingSince = (
  booking: Pick<BookingRow, 'entrySequence' | 'sequence' | 'updatedAt'>,
): string | null => (booking.entrySequence === booking.sequence ? null : toIso(booking.updatedAt))

/** Whether the calendar refused a booking's latest change: it is tried again only once the account is reconnected. */
export const isRefused = (
  booking: Pick<BookingRow, 'entrySequence' | 'refusedSequence' | 'sequence'>,
): boolean => booking.entrySequence !== booking.sequence && booking.refusedSequence === booking.sequence
