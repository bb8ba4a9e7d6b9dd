import { z } from 'zod'
import { listedBooking } from '../bookings/booking-list.schema.ts'
import { instant } from '../primitives.schema.ts'

/** The week of the dashboard figures; `weekTo` is exclusive. */
export const dashboardQuery = z.object({ weekFrom: instant, weekTo: instant })

export const dashboardFigures = z.object({
  /** The confirmed bookings that start in the week, and their total length. */
  bookingsThisWeek: z.int(),
  minutesThisWeek: z.int(),
  /** The next confirmed bookings that haven't ended, by their start: 20, or all that start within 25 hours. */
  upcomingBookings: z.array(listedBooking),
  /** The most recently created bookings, newest first. */
  recentBookings: z.array(listedBooking),
})
