import type { BookingStatus } from '../../contract/booking-filters.ts'

export const statusTexts: Record<BookingStatus, string> = { confirmed: 'Confirmed', canceled: 'Canceled' }
