import { and, eq } from 'drizzle-orm'
import { whereBooking } from '../lock-booking.ts'
import { bookings } from '../../db/tables/bookings.ts'
import type { JobHandler } from '../../jobs/job.ts'
import { callCalendar } from './call-calendar.ts'

/**
 * Removes a booking's entry from its former calendar, should that turn up again before the meeting is over. If the
 * booking is back in that calendar, the entry is in use again and stays.
 */
export const removeReplacedEntry: JobHandler<'removeReplacedEntry'> = async (deps, { hostId, payload }) => {
  const { bookingId, calendarId, entryId } = payload
  const whereBack = and(
    whereBooking({ hostId, id: bookingId }),
    eq(bookings.status, 'confirmed'),
    eq(bookings.calendarId, calendarId),
  )
  await callCalendar(deps, { hostId, calendarId }, async (account, providerId) => {
    const calendars = await account.listCalendars()
    if (!calendars.some(({ id }) => id === providerId)) throw new Error('The calendar is still missing')
    if ((await deps.db.$count(bookings, whereBack)) > 0) return
    await account.removeEntry(providerId, entryId)
  })
}
