import type { JobHandler } from '../../jobs/job.ts'
import { withCalendar } from '../../calendars/connection.ts'

/** Removes a booking's entry from its former calendar, should that turn up again before the meeting is over. */
export const removeReplacedEntry: JobHandler<'removeReplacedEntry'> = async (deps, { hostId, payload }) => {
  const { calendarId, entryId } = payload
  await withCalendar(deps, { hostId, calendarId }, async (account, providerId) => {
    const calendars = await account.listCalendars()
    if (!calendars.some(({ id }) => id === providerId)) throw new Error('The calendar is still missing')
    await account.removeEntry(providerId, entryId)
  })
}
