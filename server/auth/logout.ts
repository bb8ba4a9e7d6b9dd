import { and, eq } from 'drizzle-orm'
import { sessions } from '../db/schema.ts'
import type { Handler } from '../endpoint.ts'

export const logout: Handler<'logout'> = async ({ deps: { db }, host }) => {
  await db.delete(sessions).where(and(eq(sessions.tokenHash, host.tokenHash), eq(sessions.hostId, host.id)))
  return null
}
