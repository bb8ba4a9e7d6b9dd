import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../db/database.ts'
import { hosts } from '../db/tables/hosts.ts'

export type HostRow = typeof hosts.$inferSelect

export async function readHost(db: Db | Tx, hostId: string): Promise<HostRow> {
  const [host] = await db.select().from(hosts).where(eq(hosts.id, hostId))
  return host!
}
