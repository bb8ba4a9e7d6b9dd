import type { BookingAnswer } from '../../../../contract/bookings/booking.schema.ts'
import { updatePath } from '../../../../contract/pages/page-paths.ts'

/** The page where the host edits a booking; null if its event doesn't allow that. */
export const editPath = ({ bookingData, eventData, access }: BookingAnswer): string | null =>
  access.role === 'host' &&
  bookingData.status === 'confirmed' &&
  eventData.allowUsersToEdit &&
  eventData.bookingUrlId !== null
    ? updatePath(eventData.bookingUrlId, bookingData.id)
    : null
