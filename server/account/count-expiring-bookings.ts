import { bookings } from '../db/tables/bookings.ts'
import type { Handler } from '../http/endpoint.ts'
import { whereExpired } from './remove-expired-bookings.ts'

/** So that a host can be warned before they choose a shorter time. */
export const countExpiringBookings: Handler<'countExpiringBookings'> = async ({ deps, caller, query }) => ({
  count: await deps.db.$count(bookings, whereExpired(caller.hostId, query.keep_bookings_months, deps.now())),
})
