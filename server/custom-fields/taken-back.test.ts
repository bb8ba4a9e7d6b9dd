import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { call, ok, signIn, startTestApp } from '../../testing/server/test-app.ts'
import { collectionShares } from '../db/tables/collections.ts'
import { lockCollection } from './collection-access.ts'

// The embedded database runs one transaction at a time.
test('an edit that waits while its collection is taken back is refused', async () => {
  const app = await startTestApp({ database: 'postgres' })
  try {
    const owner = await signIn(app.origin, 'ada@example.com')
    const member = await signIn(app.origin, 'max@example.com')
    const body = { name: 'Intake', fields: [{ type: 'single-line', label: 'Company' }] }
    const { id } = await ok(app.origin, 'createCollection', { token: owner.sessionToken, body })
    const params = { id }
    const share = { email: 'max@example.com' }
    await ok(app.origin, 'shareCollection', { token: owner.sessionToken, params, body: share })
    const [locked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const takingBack = app.db.transaction(async (tx) => {
      await lockCollection(tx, owner.user.id, id)
      await tx.delete(collectionShares).where(eq(collectionShares.collectionId, id))
      locked.resolve()
      await held.promise
    })
    await locked.promise
    const edit = call(app.origin, 'updateCollection', {
      token: member.sessionToken,
      params,
      body: { ...body, name: 'Other' },
    })
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect
      .poll(async () => ((await app.db.execute(waiting)) as { rows: unknown[] }).rows.length)
      .toBe(1)
    held.resolve()
    await takingBack
    expect(await edit).toMatchObject({ status: 404, code: 'not_found' })
    const stored = await ok(app.origin, 'getCollection', { token: owner.sessionToken, params })
    expect(stored.name).toBe('Intake')
  } finally {
    await app.close()
  }
})
