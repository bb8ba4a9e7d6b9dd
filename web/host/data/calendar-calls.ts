import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { MINUTE } from '../../../availability/units.ts'
import type { MissingCalendar, replacedCalendar } from '../../../contract/calendars/calendar-health.schema.ts'
import { toasts } from './toasts.ts'
import { api, isGone, SessionExpired } from './api.ts'
import { reloadEvents } from './event-calls.ts'
import { queryClient } from './query-client.ts'

/** Read again every minute, because it tells about others' outages. */
export const calendarHealthQuery = queryOptions({
  queryKey: ['calendar-health'],
  queryFn: ({ signal }) => api.getCalendarHealth({ signal }),
  refetchInterval: MINUTE,
})

/** Null if that failed. */
export async function replaceCalendar(
  { id }: MissingCalendar,
  calendarId: string,
): Promise<z.infer<typeof replacedCalendar> | null> {
  try {
    const moved = await api.replaceCalendar({ params: { id }, body: { calendarId } })
    await Promise.all([queryClient.invalidateQueries(calendarHealthQuery), reloadEvents()])
    return moved
  } catch (error) {
    // It is back, or was replaced in another tab.
    if (isGone(error)) await queryClient.invalidateQueries(calendarHealthQuery)
    else if (!(error instanceof SessionExpired)) toasts.calendarNotReplaced()
    return null
  }
}
