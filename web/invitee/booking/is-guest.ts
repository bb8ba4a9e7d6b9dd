import type { BookingAnswer } from '../../../contract/bookings/booking.schema.ts'

/** Whether somebody else's booking is being changed: guests can only choose its time. */
export const isGuest = (booking: BookingAnswer | null) =>
  booking !== null && booking.access.role !== 'invitee'
