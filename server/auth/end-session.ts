import { and, eq } from 'drizzle-orm'
import { recordActivity } from '../hosts/record-activity.ts'
import { sessions } from '../db/tables/sessions.ts'
import type { Handler } from '../http/endpoint.ts'
import { notFound } from '../http/errors.ts'

export const endSession: Handler<'endSession'> = async ({
  deps: { db, now },
  caller: { hostId },
  params,
}) => {
  await db.transaction(async (tx) => {
    const [ended] = await tx
      .delete(sessions)
      .where(and(eq(sessions.hostId, hostId), eq(sessions.id, params.id)))
      .returning()
    if (!ended) throw notFound()
    const { device } = ended
    await recordActivity(tx, hostId, { kind: 'session_ended', details: { device } }, now())
  })
  return null
}
