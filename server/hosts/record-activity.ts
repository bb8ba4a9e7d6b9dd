import { randomUUID } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { HOUR } from '../../availability/units.ts'
import type { NewActivity } from '../../contract/account/activity.schema.ts'
import { activities } from '../db/tables/activities.ts'
import type { Db, Tx } from '../db/database.ts'
import type { Deps } from '../adapters/deps.ts'
import { AppError } from '../http/errors.ts'

const RETENTION_MS = 180 * 24 * HOUR

/** Records what happened in an account, in the transaction that does it where there is one. */
export async function recordActivity(
  db: Db | Tx,
  hostId: string,
  activity: NewActivity,
  now: number,
): Promise<void> {
  await db.insert(activities).values({ hostId, id: randomUUID(), at: now, ...activity })
}

/** Records a refusal that concerns a host, at most once an hour, because people usually try again. */
export async function recordRefusal({ db, now }: Deps, error: unknown): Promise<void> {
  if (!(error instanceof AppError) || !error.activity) return
  const { hostId, kind, details } = error.activity
  const whereRecent = and(
    eq(activities.hostId, hostId),
    gt(activities.at, now() - HOUR),
    eq(activities.kind, kind),
    sql`${activities.details} = ${JSON.stringify(details)}::jsonb`,
  )
  if ((await db.$count(activities, whereRecent)) > 0) return
  await recordActivity(db, hostId, { kind, details } as NewActivity, now())
}

export async function removeOldActivities({ db, now }: Deps): Promise<void> {
  await db.delete(activities).where(lt(activities.at, now() - RETENTION_MS))
}
