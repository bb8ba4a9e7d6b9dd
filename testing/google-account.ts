import { eq } from 'drizzle-orm'
import type { calendar_v3 } from '@googleapis/calendar'
import { googleConnections } from '../server/db/schema.ts'
import type { TestApp } from './test-app.ts'

/** A host's Google Calendar as its owner uses it, through the official client. */
export async function googleAccount(app: TestApp, hostId: string): Promise<calendar_v3.Calendar> {
  const [connection] = await app.db
    .select()
    .from(googleConnections)
    .where(eq(googleConnections.hostId, hostId))
  const { refreshToken, keyId } = connection!
  return app.googleCalendar.api(app.deps.encryption.decrypt(refreshToken, keyId)!)
}
