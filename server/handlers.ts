import { getStateToken } from './auth/get-state-token.ts'
import { getUser } from './auth/get-user.ts'
import { logout } from './auth/logout.ts'
import { signIn } from './auth/sign-in.ts'
import { createBooking } from './bookings/create-booking.ts'
import { getBooking } from './bookings/get-booking.ts'
import { listSlots } from './bookings/list-slots.ts'
import { listCalendars } from './calendar-sync/list-calendars.ts'
import type { Handlers } from './endpoint.ts'
import { createEvent } from './events/create-event.ts'
import { deleteEvent } from './events/delete-event.ts'
import { getEvent } from './events/get-event.ts'
import { getPublicEvent } from './events/get-public-event.ts'
import { listEvents } from './events/list-events.ts'
import { updateEvent } from './events/update-event.ts'

/** What answers each call of the contract. */
export const handlers: Handlers = {
  getStateToken,
  signIn,
  getUser,
  logout,
  listCalendars,
  listEvents,
  createEvent,
  getEvent,
  updateEvent,
  deleteEvent,
  getPublicEvent,
  listSlots,
  createBooking,
  getBooking,
}
