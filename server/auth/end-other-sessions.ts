import { and, eq, ne } from 'drizzle-orm'
import { recordActivity } from '../hosts/record-activity.ts'
import { sessions } from '../db/tables/sessions.ts'
import type { Handler } from '../http/endpoint.ts'

export const endOtherSessions: Handler<'endOtherSessions'> = ({ deps: { db, now }, caller }) =>
  db.transaction(async (tx) => {
    const { hostId, tokenHash } = caller
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions.hostId, hostId), ne(sessions.tokenHash, tokenHash)))
      .returning({ id: sessions.id })
    const count = ended.length
    if (count > 0)
      await recordActivity(tx, hostId, { kind: 'other_sessions_ended', details: { count } }, now())
    return { ended: count }
  })
