import { and, asc, eq, type SQL } from 'drizzle-orm'
import type { Label } from '../../contract/labels/label.schema.ts'
import { type LabelRow, labels } from '../db/tables/labels.ts'
import type { Db, Tx } from '../db/database.ts'
import { toIso } from '../http/iso.ts'

/** A host's labels in their order. */
export async function readLabels(db: Db | Tx, hostId: string, ...which: SQL[]): Promise<Label[]> {
  const rows = await db
    .select()
    .from(labels)
    .where(and(eq(labels.hostId, hostId), ...which))
    .orderBy(asc(labels.position), asc(labels.id))
  return rows.map(labelView)
}

export const labelView = ({ id, name, color, createdAt }: LabelRow): Label => ({
  id,
  name,
  color,
  createdAt: toIso(createdAt),
})

export const whereLabel = (hostId: string, id: string) => and(eq(labels.hostId, hostId), eq(labels.id, id))
