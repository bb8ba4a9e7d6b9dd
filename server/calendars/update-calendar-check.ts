import { calendarMirrors, calendars } from '../db/tables/calendars.ts'
import { lockHost } from '../db/lock-host.ts'
import type { Handler } from '../http/endpoint.ts'
import { notFound } from '../http/errors.ts'
import { splitCalendarId, whereCalendar } from './calendar-id.ts'
import { keepConnected } from './connection.ts'
import { connectionById } from './connections/connection-view.ts'
import { whereMirror } from './mirror-key.ts'
import { mirrorCalendar } from './mirror/mirror-use.ts'
import { requireReadable } from './require-readable.ts'

export const updateCalendarCheck: Handler<'updateCalendarCheck'> = async ({ deps, caller, params, body }) => {
  const { db, now } = deps
  const key = { hostId: caller.hostId, calendarId: params.id }
  const whereThis = whereCalendar(key)
  const [found] = await db.select().from(calendars).where(whereThis)
  if (!found) throw notFound()
  const { connection } = splitCalendarId(key)
  if (body.isChecked && !found.isChecked) await requireReadable(deps, found)
  const isCountedAnew = [body.countsTentative, body.countsAllDay, body.countsOutOfOffice].some(
    (counts) => counts !== undefined,
  )
  await db.transaction(async (tx) => {
    await lockHost(tx, key.hostId)
    if (!(await keepConnected(tx, connection))) throw notFound()
    if (Object.keys(body).length > 0) await tx.update(calendars).set(body).where(whereThis)
    // What kind an entry is isn't known of those that were listed by an earlier version.
    if (isCountedAnew) {
      await tx.update(calendarMirrors).set({ syncToken: null }).where(whereMirror(key))
    }
    if (body.isChecked) await mirrorCalendar(tx, key.hostId, key.calendarId, now())
  })
  deps.wake()
  const { calendars: ofAccount } = await connectionById(deps, connection)
  return ofAccount.find(({ id }) => id === key.calendarId)!
}
