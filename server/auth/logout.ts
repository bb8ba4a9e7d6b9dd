import { and, eq } from 'drizzle-orm'
import { sessions } from '../db/tables/sessions.ts'
import type { Handler } from '../http/endpoint.ts'

export const logout: Handler<'logout'> = async ({ deps: { db }, caller }) => {
  await db
    .delete(sessions)
    .where(and(eq(sessions.tokenHash, caller.tokenHash), eq(sessions.hostId, caller.hostId)))
  return null
}
