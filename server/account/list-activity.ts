import { and, desc, eq, sql } from 'drizzle-orm'
import type { Activity } from '../../contract/account/activity.schema.ts'
import { activities } from '../db/tables/activities.ts'
import type { Db } from '../db/database.ts'
import type { Handler } from '../http/endpoint.ts'
import { toIso } from '../http/iso.ts'

const PAGE_SIZE = 50

/** One page. If the one it starts after is too old to be kept, so are those before it. */
export const listActivity: Handler<'listActivity'> = async ({ deps: { db }, caller, query: { before } }) => {
  const found = await readActivities(db, caller.hostId, { limit: PAGE_SIZE + 1, before })
  const page = found.slice(0, PAGE_SIZE)
  return { activities: page, next: found.length > PAGE_SIZE ? page.at(-1)!.id : null }
}

/** What happened in an account, newest first; with `before`, only what came before the activity with that id. */
export async function readActivities(
  db: Db,
  hostId: string,
  { limit, before }: { limit?: number; before?: string | undefined } = {},
): Promise<Activity[]> {
  const whereBefore =
    before &&
    sql`(${activities.at}, ${activities.id}) < (select a.at, a.id from ${activities} a
      where a.host_id = ${hostId} and a.id = ${before})`
  const all = db
    .select()
    .from(activities)
    .where(and(eq(activities.hostId, hostId), whereBefore || undefined))
    .orderBy(desc(activities.at), desc(activities.id))
  const rows = await (limit === undefined ? all : all.limit(limit))
  return rows.map(({ id, at, kind, details }) => ({ id, at: toIso(at), kind, details }) as Activity)
}
