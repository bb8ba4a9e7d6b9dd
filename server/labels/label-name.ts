import { and, eq, ne } from 'drizzle-orm'
import { labelKey, labelMessages } from '../../contract/labels/label-options.ts'
import { labels } from '../db/tables/labels.ts'
import type { Tx } from '../db/database.ts'
import { invalid } from '../http/errors.ts'

/** The columns of a name. Throws `validation_failed` if another label has it; call it under the host's lock. */
export async function nameColumns(tx: Tx, { hostId, id }: { hostId: string; id: string }, name: string) {
  const nameKey = labelKey(name)
  const whereTaken = and(eq(labels.hostId, hostId), eq(labels.nameKey, nameKey), ne(labels.id, id))
  if ((await tx.$count(labels, whereTaken)) > 0) throw invalid({ name: labelMessages.nameTaken })
  return { name, nameKey }
}
