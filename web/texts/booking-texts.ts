import type { BookingStatus } from '../../contract/bookings/booking-filters.ts'

export const statusTexts: Record<BookingStatus, string> = { confirmed: 'Confirmed', canceled: 'Canceled' }
