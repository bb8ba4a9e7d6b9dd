import { lt, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { callBudgets } from '../../db/tables/calendars.ts'
import type { Deps } from '../../adapters/deps.ts'
import { BUDGET_WINDOW_MS } from './call-budget.ts'

/** `CallBudgetOptions.lease` in the database, which all processes share. */
export const leaseCalls = (db: Db) => async (windowStart: number, calls: number) => {
  const [window] = await db
    .insert(callBudgets)
    .values({ windowStart, leased: calls })
    .onConflictDoUpdate({
      target: callBudgets.windowStart,
      set: { leased: sql`${callBudgets.leased} + ${calls}` },
    })
    .returning()
  return window!.leased
}

export async function removeOldCallBudgets({ db, now }: Deps): Promise<void> {
  await db.delete(callBudgets).where(lt(callBudgets.windowStart, now() - 2 * BUDGET_WINDOW_MS))
}
