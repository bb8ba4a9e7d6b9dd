import { and, eq, inArray } from 'drizzle-orm'
import { labelMessages } from '../../contract/labels/label-options.ts'
import { labels } from '../db/tables/labels.ts'
import { lockHost } from '../db/lock-host.ts'
import type { Tx } from '../db/database.ts'
import { AppError } from '../http/errors.ts'

/**
 * Makes other changes of the host's labels wait until the transaction ends. A booking takes the same lock, so it
 * neither deadlocks with a label that is being deleted nor gets one that was. Throws `not_found` if a label doesn't
 * exist.
 */
export async function lockLabels(tx: Tx, hostId: string, ids: readonly string[]): Promise<void> {
  await lockHost(tx, hostId)
  if (ids.length === 0) return
  const found = await tx.$count(labels, and(eq(labels.hostId, hostId), inArray(labels.id, [...ids])))
  if (found < ids.length) throw new AppError('not_found', labelMessages.gone)
}
