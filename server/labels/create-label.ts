import { randomUUID } from 'node:crypto'
import { eq, max } from 'drizzle-orm'
import { labels } from '../db/tables/labels.ts'
import { lockHost } from '../db/lock-host.ts'
import type { Handler } from '../http/endpoint.ts'
import { assertWithinQuotas } from '../hosts/quotas.ts'
import { nameColumns } from './label-name.ts'
import { labelView } from './read-labels.ts'

export const createLabel: Handler<'createLabel'> = ({ deps: { db, now }, caller: { hostId }, body }) =>
  db.transaction(async (tx) => {
    await lockHost(tx, hostId)
    const id = randomUUID()
    const name = await nameColumns(tx, { hostId, id }, body.name)
    const [last] = await tx
      .select({ position: max(labels.position) })
      .from(labels)
      .where(eq(labels.hostId, hostId))
    const position = (last?.position ?? -1) + 1
    const [created] = await tx
      .insert(labels)
      .values({ hostId, id, ...name, color: body.color, position, createdAt: now() })
      .returning()
    await assertWithinQuotas(tx, hostId)
    return labelView(created!)
  })
