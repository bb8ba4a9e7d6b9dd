import type { BookingRow } from '../../db/tables/bookings.ts'
import { toIso } from '../../http/iso.ts'

/** Since when the calendar entry hasn't shown a booking's latest change (ISO); null once it does. */
export const pendingSince = (
  booking: Pick<BookingRow, 'entrySequence' | 'sequence' | 'updatedAt'>,
): string | null => (booking.entrySequence === booking.sequence ? null : toIso(booking.updatedAt))

/** Whether the calendar refused a booking's latest change for good, so that it isn't tried again. */
export const isRefused = (
  booking: Pick<BookingRow, 'entrySequence' | 'refusedSequence' | 'sequence'>,
): boolean => booking.entrySequence !== booking.sequence && booking.refusedSequence === booking.sequence
