import type { calendar_v3 } from '@googleapis/calendar'
import { whereConnection } from '../../server/calendars/calendar-id.ts'
import { calendarConnections } from '../../server/db/tables/calendars.ts'
import type { TestApp } from '../server/test-app.ts'

/** A host's Google Calendar as its owner uses it, through the official client. */
export async function googleAccount(app: TestApp, hostId: string): Promise<calendar_v3.Calendar> {
  const [connection] = await app.db
    .select()
    .from(calendarConnections)
    .where(whereConnection({ hostId, id: hostId }))
  const { credential, keyId } = connection!
  return app.googleCalendar.api(app.deps.encryption.decrypt(credential, keyId)!)
}
